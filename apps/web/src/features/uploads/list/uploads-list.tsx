import type { UploadListEntry, UploadPage } from '@basecase/db/types';
import { UPLOAD_STATES, type UploadsState, uploadRow, uploadsHref } from '@basecase/views/uploads';
import type { ReactNode } from 'react';
import { FilterBar } from '../../../ui/form/filter-bar';
import { SelectField } from '../../../ui/form/select-field';
import { NewestPager } from '../../../ui/page/pager';
import { ColumnTable } from '../../../ui/table/column-table';

interface Props {
  page: UploadPage;
  state: UploadsState;
  /** Of uploads that were added and not looked at. */
  result?: ReactNode;
}

/** All uploads, the newest first. */
export function UploadsList({ page, state, result }: Props) {
  const isFiltered = state.q !== '' || state.state !== '';
  return (
    <main id="main" className="page">
      <a className="skip" href="#uploads">
        Skip to the uploads
      </a>
      <div className="page-head">
        <h1>Uploads</h1>
        <p>Every upload with its state and its diagnostics.</p>
        <a className="push" href="/tokens">
          Tokens
        </a>
      </div>
      {result}
      <FilterBar
        action="/uploads"
        label="Filter uploads"
        search={{ value: state.q, placeholder: 'File, server, run' }}
        allHref={isFiltered ? '/uploads' : null}
      >
        <SelectField
          label="State"
          name="state"
          defaultValue={state.state}
          none="all"
          options={UPLOAD_STATES}
        />
      </FilterBar>
      <section id="uploads" className="page-section" aria-label="Uploads">
        <UploadsTable uploads={page.uploads} isFiltered={isFiltered} />
      </section>
      <NewestPager state={state} next={page.next} hrefOf={uploadsHref} />
    </main>
  );
}

const NO_MATCH = (
  <>
    No upload matches. <a href="/uploads">Show all</a>
  </>
);

const NONE_YET = (
  <>
    No uploads yet. Drop a tarball on any page, or <a href="/upload">choose files</a>.
  </>
);

function UploadsTable({ uploads, isFiltered }: { uploads: readonly UploadListEntry[]; isFiltered: boolean }) {
  return (
    <ColumnTable
      label="List of uploads"
      className="data-table cards uploads"
      empty={isFiltered ? NO_MATCH : NONE_YET}
      rows={uploads}
      columns={[
        {
          head: 'File',
          kind: 'name',
          className: 'name',
          cell: ({ id, filename }) => (
            <a className="mono" href={`/uploads/${id}`}>
              {filename}
            </a>
          ),
        },
        {
          head: 'Server',
          className: 'long-name',
          cell: ({ server }) => server ?? <span className="dim">not named</span>,
        },
        { head: 'State', cell: (upload) => <State upload={upload} /> },
        { head: 'Runs', kind: 'number', text: 'runs' },
        { head: 'Results', kind: 'number', text: 'results' },
        { head: 'Diagnostics', kind: 'number', text: 'diagnostics' },
        { head: 'Size', kind: 'bytes', text: 'sizeBytes' },
        { head: 'Sent', kind: 'time', text: 'createdAt' },
      ]}
    />
  );
}

function State({ upload }: { upload: UploadListEntry }) {
  const { status, emphasis } = uploadRow(upload);
  return (
    <>
      <span className={emphasis ? `tone-${emphasis}` : undefined}>{status}</span>
      {upload.error ? <span className="mono dim"> {upload.error.code}</span> : null}
    </>
  );
}
