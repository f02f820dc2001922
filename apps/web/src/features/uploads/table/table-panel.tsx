import { guessForm, prepareTable, type TableForm, tableManifest } from '@basecase/views/uploads';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type AskedTable, dismissTable, sendTable } from './asked-table';
import { ColumnsTable } from './columns-table';
import { TableFields } from './table-fields';

/** Which column of a table is what, before it is sent: guessed, and said by who knows it. */
export function TablePanel({ table }: { table: AskedTable }) {
  const { file, sample, isCut } = table;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [form, setForm] = useState<TableForm>(() => guessForm(sample, file.name));
  const { sentence, problems, asksComma, isReady } = prepareTable(sample, form, isCut);
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
        <div className="form-actions">
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
