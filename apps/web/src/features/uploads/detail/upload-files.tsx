import type { FileGroup, UploadFilePage } from '@basecase/db/types';
import { bytesText, countText } from '@basecase/views/text';
import type { FileRow } from '@basecase/views/uploads';
import { type FilesState, uploadHref } from '@basecase/views/uploads';
import { artifactHref } from '@basecase/views/url';
import { numeric, ScrollTable } from '../../../ui/table/scroll-table';

interface Props {
  id: string;
  groups: readonly FileGroup[];
  kinds: readonly FileRow[];
  page: UploadFilePage;
  state: FilesState;
}

const STATUSES = [
  ['parsed', 'read'],
  ['kept', 'kept'],
  ['unknown', 'not understood'],
] as const;

/** The files of an upload: how many of what, and each by name. */
export function UploadFiles({ id, groups, kinds, page, state }: Props) {
  const names = [...new Set(groups.map(({ kind }) => kind))].sort();
  const all = { q: '', kind: '', status: '', after: '' } as const;
  return (
    <section className="sec" id="files" aria-labelledby="files-head">
      <header>
        <h2 id="files-head">Files</h2>
        <span className="dim">as they lie in the upload; secrets in them are masked</span>
      </header>
      <ul className="kinds in">
        {kinds.map(({ key, kind, status, count }) => (
          <li key={key}>
            <b>{count}</b> <span className="mono">{kind}</span> <span className="dim">{status}</span>
          </li>
        ))}
      </ul>
      <form className="bar inner" action={`/uploads/${id}#files`} aria-label="Filter files">
        <label className="find">
          <span className="sr">Search files</span>
          <input type="search" name="q" defaultValue={state.q} placeholder="scan -warm" />
        </label>
        <label className="lab">
          <span>Kind</span>
          <select className="field" name="kind" defaultValue={state.kind}>
            <option value="">all</option>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label className="lab">
          <span>Status</span>
          <select className="field" name="status" defaultValue={state.status}>
            <option value="">all</option>
            {STATUSES.map(([value, word]) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="btn">
          Show
        </button>
        <span className="mid">
          {countText(page.total, 'file')}
          {page.total > page.files.length ? `, ${page.files.length} of them here` : ''}
        </span>
      </form>
      {page.files.length === 0 ? (
        <p className="in mid">
          No file matches. <a href={uploadHref(id, all)}>Show all</a>
        </p>
      ) : (
        <ScrollTable
          label="List of files"
          className="tbl files"
          head={['Path', 'Kind', 'Status', numeric('Size')]}
        >
          <tbody>
            {page.files.map((file) => (
              <tr key={file.id}>
                <th scope="row">
                  <a className="mono" href={artifactHref(file.id)}>
                    {file.path}
                  </a>
                </th>
                <td className="mono">{file.kind}</td>
                <td>{STATUSES.find(([value]) => value === file.status)?.[1]}</td>
                <td className="num">{bytesText(file.sizeBytes)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
      <nav className="pages in" aria-label="Pages of files">
        {state.after ? <a href={uploadHref(id, { ...state, after: '' })}>First</a> : null}
        {page.next ? (
          <a rel="next" href={uploadHref(id, { ...state, after: page.next })}>
            Next
          </a>
        ) : null}
      </nav>
    </section>
  );
}
