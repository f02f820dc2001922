import type { DiagnosticRow } from '@basecase/views/uploads';
import { artifactHref } from '@basecase/views/url';
import { numeric, ScrollTable } from './scroll-table';

interface Props {
  rows: readonly DiagnosticRow[];
  /** Artifact of a path; nothing while the files are not stored. */
  artifactIds?: Readonly<Record<string, string>>;
  /** What they are about, where a page has several tables. */
  of?: string;
}

/** Diagnostics by code, each with its first examples. */
export function DiagnosticsTable({ rows, artifactIds = {}, of = '' }: Props) {
  if (rows.length === 0) return <p className="inset mid">No diagnostics.</p>;
  const label = of ? `Diagnostics of ${of}` : 'Diagnostics by code';
  return (
    <ScrollTable
      label={label}
      className="data-table diagnostics"
      head={['Code', numeric('Count'), 'Meaning']}
    >
      {rows.map((row) => (
        <tr key={row.code}>
          <th scope="row" className="mono">
            <span className={row.isWarning ? 'tone-warn' : undefined}>{row.code}</span>
          </th>
          <td className="num">{row.count}</td>
          <td>
            <span className="mid">{row.meaning}</span>
            {row.examples.length > 0 ? <Examples row={row} artifactIds={artifactIds} /> : null}
          </td>
        </tr>
      ))}
    </ScrollTable>
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
