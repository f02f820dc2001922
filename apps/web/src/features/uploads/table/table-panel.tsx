import {
  type Better,
  guessForm,
  ROLE_LABELS,
  type TableForm,
  tableManifest,
  tablePanel,
} from '@basecase/views/uploads';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ScrollBox } from '../../../ui/table/scroll-table';
import { type AskedTable, dismissTable, sendTable } from './asked-table';

/** Which column of a table is what, before it is sent: guessed, and said by who knows it. */
export function TablePanel({ table }: { table: AskedTable }) {
  const { file, sample, isCut } = table;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [form, setForm] = useState<TableForm>(() => guessForm(sample, file.name));
  const { sentence, problems, asksComma, isReady } = tablePanel(sample, form, isCut);
  const manifest = tableManifest(sample, form);
  const change = (changed: Partial<TableForm>) => setForm((current) => ({ ...current, ...changed }));
  // Keyboard users continue here after choosing a file.
  useEffect(() => heading.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) sendTable(table, manifest);
  };
  return (
    <section className="page-section table-panel" aria-labelledby={`${id}-head`}>
      <header>
        <h2 id={`${id}-head`} ref={heading} tabIndex={-1}>
          Which column is what?
        </h2>
        <span className="dim mono">{file.name}</span>
      </header>
      <form onSubmit={submit}>
        <ColumnsTable
          sample={sample}
          roles={form.roles}
          describedBy={problems.columns.length > 0 ? `${id}-columns` : undefined}
          onChange={(roles) => change({ roles })}
        />
        <ul id={`${id}-columns`} className="table-problems" aria-live="polite">
          {problems.columns.map((problem) => (
            <li key={problem} className="warn-note">
              {problem}
            </li>
          ))}
        </ul>
        <TableFields form={form} problems={problems} asksComma={asksComma} onChange={change} />
        <p className="table-sentence" role="status">
          {sentence}
        </p>
        <div className="form-actions cluster">
          <button type="submit" className="button primary" disabled={!isReady}>
            Upload
          </button>
          <button type="button" className="button" onClick={() => sendTable(table, null)}>
            Upload the file alone
          </button>
          <button type="button" className="button" onClick={dismissTable}>
            Cancel
          </button>
          {isReady ? (
            <a
              href={`data:application/json;charset=utf-8,${encodeURIComponent(manifest)}`}
              download="basecase.json"
            >
              Download this basecase.json
            </a>
          ) : null}
          <small className="dim">
            Save this mapping next to the CSV to skip this step next time. The same tool, product and machine
            are compared with this upload.
          </small>
        </div>
      </form>
    </section>
  );
}

const PREVIEW_ROWS = 6;
const NOT_USED = '';

interface Props {
  sample: AskedTable['sample'];
  roles: TableForm['roles'];
  /** Id of what is wrong with the choice. */
  describedBy: string | undefined;
  onChange: (roles: TableForm['roles']) => void;
}

/** The first rows of a table, each column under a choice of what it is. */
function ColumnsTable({ sample, roles, describedBy, onChange }: Props) {
  const choose = (index: number, chosen: string) => {
    const role = ROLE_LABELS.find((each) => each.role === chosen)?.role ?? null;
    onChange(roles.map((current, at) => (at === index ? role : current)));
  };
  const rows = sample.rows.slice(0, PREVIEW_ROWS);
  return (
    <ScrollBox label="Columns and first rows of the table">
      <table className="data-table table-columns">
        <thead>
          <tr>
            {sample.columns.map((column, index) => (
              <th key={column} scope="col">
                <span className="mono">{column}</span>
                <select
                  className="field"
                  aria-label={`${column} is`}
                  aria-describedby={describedBy}
                  value={roles[index] ?? NOT_USED}
                  onChange={(event) => choose(index, event.target.value)}
                >
                  <option value={NOT_USED}>not used</option>
                  {ROLE_LABELS.map(({ role, label }) => (
                    <option key={role} value={role}>
                      {label}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file never change their place.
            <tr key={row}>
              {sample.columns.map((column, index) => (
                <td key={column} className="mono">
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface TableFieldsProps {
  form: TableForm;
  problems: ReturnType<typeof tablePanel>['problems'];
  asksComma: boolean;
  onChange: (changed: Partial<TableForm>) => void;
}

/** Facts missing in the cells of a table: tool, product, server, unit. */
function TableFields({ form, problems, asksComma, onChange }: TableFieldsProps) {
  const id = useId();
  const has = (role: NonNullable<TableForm['roles'][number]>) => form.roles.includes(role);
  return (
    <div className="table-fields">
      <TextField
        label="Tool"
        value={form.tool}
        hint="Tool that produced the numbers, e.g. pgbench"
        problem={problems.tool}
        onChange={(tool) => onChange({ tool })}
      />
      {has('product') ? null : (
        <TextField
          label="Product"
          value={form.product}
          hint="Database, e.g. PostgreSQL. Empty: the tool."
          onChange={(product) => onChange({ product })}
        />
      )}
      {has('version') || has('version-values') ? null : (
        <TextField
          label="Version"
          value={form.version}
          hint="Version of the product"
          onChange={(version) => onChange({ version })}
        />
      )}
      {has('unit') ? null : (
        <TextField
          label="Unit"
          value={form.unit}
          hint="ms, queries/s, MiB"
          problem={problems.unit}
          onChange={(unit) => onChange({ unit })}
        />
      )}
      <div className="table-field">
        <label htmlFor={`${id}-better`}>Better is</label>
        <select
          id={`${id}-better`}
          className="field"
          value={form.better}
          onChange={(event) => onChange({ better: toBetter(event.target.value) })}
        >
          <option value="">inferred from the unit</option>
          <option value="lower">less</option>
          <option value="higher">more</option>
        </select>
      </div>
      {asksComma ? <CommaField comma={form.comma} problem={problems.comma} onChange={onChange} /> : null}
      {has('machine') ? null : (
        <TextField
          label="Machine"
          value={form.machine}
          hint="The server it was measured on. Empty: asked in the preview."
          onChange={(machine) => onChange({ machine })}
        />
      )}
    </div>
  );
}

interface CommaFieldProps {
  comma: TableForm['comma'];
  problem: string | null;
  onChange: TableFieldsProps['onChange'];
}

function CommaField({ comma, problem, onChange }: CommaFieldProps) {
  const id = useId();
  return (
    <div className="table-field">
      <label htmlFor={id}>A comma is</label>
      <select
        id={id}
        className="field"
        value={comma}
        aria-describedby={`${id}-hint`}
        aria-invalid={problem !== null}
        onChange={(event) => onChange({ comma: toComma(event.target.value) })}
      >
        <option value="">not said</option>
        <option value="decimal">a decimal comma: 1,5 is one and a half</option>
        <option value="thousands">between thousands: 1,500</option>
      </select>
      <small id={`${id}-hint`} className={problem === null ? 'dim' : 'table-wrong'}>
        {problem ?? 'Numbers of the values have one.'}
      </small>
    </div>
  );
}

function toComma(value: string): TableForm['comma'] {
  return value === 'decimal' || value === 'thousands' ? value : '';
}

function toBetter(value: string): Better {
  return value === 'lower' || value === 'higher' ? value : '';
}

interface TextFieldProps {
  label: string;
  value: string;
  hint: string;
  /** Why it can't be sent so; null when it can. */
  problem?: string | null;
  onChange: (value: string) => void;
}

function TextField({ label, value, hint, problem = null, onChange }: TextFieldProps) {
  const id = useId();
  return (
    <div className="table-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        value={value}
        maxLength={200}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        aria-invalid={problem !== null}
        onChange={(event) => onChange(event.target.value)}
      />
      <small id={`${id}-hint`} className={problem === null ? 'dim' : 'table-wrong'}>
        {problem ?? hint}
      </small>
    </div>
  );
}
