import type { DiagnosticRow } from '@basecase/views/uploads';
import { artifactHref } from '@basecase/views/url';
import { ColumnTable } from './column-table';

interface Props {
  rows: readonly DiagnosticRow[];
  /** Artifact of a path; nothing while the files are not stored. */
  artifactIds?: Readonly<Record<string, string>>;
  /** The subject, if a page has several tables. */
  of?: string;
}

/** Diagnostics by code, each with its first examples. */
export function DiagnosticsTable({ rows, artifactIds = {}, of = '' }: Props) {
  return (
    <ColumnTable
      label={of ? `Diagnostics of ${of}` : 'Diagnostics by code'}
      className="data-table cards diagnostics"
      empty="No diagnostics."
      rows={rows}
      rowKey={({ code }) => code}
      columns={[
        {
          head: 'Code',
          kind: 'name',
          className: 'mono',
          cell: ({ code, isWarning }) => <span className={isWarning ? 'tone-warn' : undefined}>{code}</span>,
        },
        { head: 'Count', kind: 'number', text: 'count' },
        {
          head: 'Meaning',
          cell: (row) => (
            <>
              <span className="mid">{row.meaning}</span>
              {row.examples.length > 0 ? <Examples row={row} artifactIds={artifactIds} /> : null}
            </>
          ),
        },
      ]}
    />
  );
}

function Examples({
  row,
  artifactIds,
}: {
  row: DiagnosticRow;
  artifactIds: NonNullable<Props['artifactIds']>;
}) {
  return (
    <details className="examples">
      <summary>
        {row.first ? (
          <>
            First in <span className="mono">{row.first}</span>
          </>
        ) : (
          'Example'
        )}
      </summary>
      <ul>
        {row.examples.map(({ key, file, line, message, excerpt }) => (
          <li key={key}>
            <LogLocation file={file} line={line} id={file === null ? undefined : artifactIds[file]} />
            <span>{message}</span>
            {excerpt ? <code className="excerpt">{excerpt}</code> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

function LogLocation({
  file,
  line,
  id,
}: {
  file: string | null;
  line: number | null;
  id: string | undefined;
}) {
  if (file === null) return null;
  const text = line === null ? file : `${file}:${line}`;
  if (id === undefined) return <span className="mono dim">{text} </span>;
  const href = artifactHref(id, line === null ? null : { line, lineEnd: line });
  return (
    <>
      <a className="mono" href={href}>
        {text}
      </a>{' '}
    </>
  );
}
