import type { FileGroup, UploadFilePage } from '@basecase/db/types';
import { filesRemovedText } from '@basecase/ingest/model';
import { countText } from '@basecase/views/text';
import type { FileRow } from '@basecase/views/uploads';
import { type FilesState, uploadHref } from '@basecase/views/uploads';
import { artifactHref } from '@basecase/views/url';
import { FilterBar } from '../../../ui/form/filter-bar';
import { SelectField } from '../../../ui/form/select-field';
import { Pager } from '../../../ui/page/pager';
import { ColumnTable } from '../../../ui/table/column-table';

interface Props {
  id: string;
  /** ISO 8601: since when their bytes are gone; null: they are stored. */
  removedAt: string | null;
  groups: readonly FileGroup[];
  kinds: readonly FileRow[];
  page: UploadFilePage;
  state: FilesState;
}

const STATUSES = [
  ['parsed', 'read'],
  ['kept', 'kept'],
  ['unknown', 'not recognized'],
] as const;

/** The files of an upload: how many of what, and each by name. */
export function UploadFiles({ id, removedAt, groups, kinds, page, state }: Props) {
  const names = [...new Set(groups.map(({ kind }) => kind))].sort();
  const all = { q: '', kind: '', status: '', after: '' } as const;
  return (
    <section className="page-section" id="files" aria-labelledby="files-head">
      <header>
        <h2 id="files-head">Files</h2>
        {removedAt === null ? (
          <span className="dim">secrets are masked; the original file is not kept</span>
        ) : null}
      </header>
      {removedAt === null ? null : (
        <p className="inset">
          {filesRemovedText(removedAt)} Send the same bytes again, and the files are back.
        </p>
      )}
      <ul className="kinds inset">
        {kinds.map(({ key, kind, status, count }) => (
          <li key={key}>
            <b>{count}</b> <span className="mono">{kind}</span> <span className="dim">{status}</span>
          </li>
        ))}
      </ul>
      <FilterBar
        action={`/uploads/${id}#files`}
        label="Filter files"
        className="inner"
        search={{ label: 'Search files', value: state.q, placeholder: 'scan -warm' }}
        after={
          <span className="mid">
            {countText(page.total, 'file')}
            {page.total > page.files.length ? `, ${page.files.length} shown` : ''}
          </span>
        }
      >
        <SelectField label="Kind" name="kind" defaultValue={state.kind} none="all" options={names} />
        <SelectField
          label="Status"
          name="status"
          defaultValue={state.status}
          none="all"
          options={STATUSES.map(([value, text]) => ({ value, text }))}
        />
      </FilterBar>
      <ColumnTable
        label="List of files"
        className="data-table files"
        empty={
          <>
            No file matches. <a href={uploadHref(id, all)}>Show all</a>
          </>
        }
        rows={page.files}
        columns={[
          {
            head: 'Path',
            kind: 'name',
            cell: (file) => (
              <a className="mono" href={artifactHref(file.id)}>
                {file.path}
              </a>
            ),
          },
          { head: 'Kind', className: 'mono', text: 'kind' },
          { head: 'Status', text: ({ status }) => STATUSES.find(([value]) => value === status)?.[1] },
          { head: 'Size', kind: 'bytes', text: 'sizeBytes' },
        ]}
      />
      <Pager
        label="Pages of files"
        className="inset"
        back={state.after ? { href: uploadHref(id, { ...state, after: '' }), words: 'First' } : null}
        next={page.next ? { href: uploadHref(id, { ...state, after: page.next }), words: 'Next' } : null}
      />
    </section>
  );
}
