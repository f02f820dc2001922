import type { Better, TableForm, TablePanel } from '@basecase/views/uploads';
import { useId } from 'react';

interface Props {
  form: TableForm;
  problems: TablePanel['problems'];
  asksComma: boolean;
  onChange: (changed: Partial<TableForm>) => void;
}

/** Facts missing in the cells of a table: tool, product, server, unit. */
export function TableFields({ form, problems, asksComma, onChange }: Props) {
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
  onChange: Props['onChange'];
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
