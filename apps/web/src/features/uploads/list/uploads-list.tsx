import type { UploadListEntry, UploadPage } from '@basecase/db/types';
import { bytesText, groupDigits, timeText } from '@basecase/views/text';
import { prepareUploadRow, UPLOAD_STATES, type UploadsState, uploadsHref } from '@basecase/views/uploads';
import { FilterBar } from '../../../ui/form/filter-bar';
import { SelectField } from '../../../ui/form/select-field';
import { Pager } from '../../../ui/page/pager';
import { numeric, ScrollTable } from '../../../ui/table/scroll-table';

interface Props {
  page: UploadPage;
  state: UploadsState;
}

/** All uploads, the newest first. */
export function UploadsList({ page, state }: Props) {
  const isFiltered = state.q !== '' || state.state !== '';
  return (
    <main id="main" className="page">
      <div className="page-head">
        <h1>Uploads</h1>
        <p>What was uploaded, its state, and what could not be read.</p>
        <a className="push" href="/tokens">
          Tokens
        </a>
      </div>
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
      <section className="page-section" aria-label="Uploads">
        {page.uploads.length === 0 ? (
          <Nothing isFiltered={isFiltered} />
        ) : (
          <UploadsTable uploads={page.uploads} />
        )}
      </section>
      <Pager
        back={state.before ? { href: uploadsHref({ ...state, before: '' }), words: 'Newest' } : null}
        next={page.next ? { href: uploadsHref({ ...state, before: page.next }), words: 'Older' } : null}
      />
    </main>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <p className="inset mid">
        No upload matches. <a href="/uploads">Show all</a>
      </p>
    );
  }
  return (
    <p className="inset mid">
      No uploads yet. Drop a tarball on any page, or <a href="/upload">choose files</a>.
    </p>
  );
}

function UploadsTable({ uploads }: { uploads: readonly UploadListEntry[] }) {
  return (
    <ScrollTable
      label="List of uploads"
      className="data-table uploads"
      head={[
        'File',
        'Server',
        'State',
        numeric('Runs'),
        numeric('Results'),
        numeric('Diagnostics'),
        numeric('Size'),
        'Sent',
      ]}
    >
      {uploads.map((upload) => {
        const { status, emphasis } = prepareUploadRow(upload);
        return (
          <tr key={upload.id}>
            <th scope="row" className="name">
              <a className="mono" href={`/uploads/${upload.id}`}>
                {upload.filename}
              </a>
            </th>
            <td>{upload.server ?? <span className="dim">not named</span>}</td>
            <td>
              <span className={emphasis ? `tone-${emphasis}` : undefined}>{status}</span>
              {upload.error ? <span className="mono dim"> {upload.error.code}</span> : null}
            </td>
            <td className="num">{groupDigits(upload.runs)}</td>
            <td className="num">{groupDigits(upload.results)}</td>
            <td className="num">{groupDigits(upload.diagnostics)}</td>
            <td className="num">{bytesText(upload.sizeBytes)}</td>
            <td>
              <time dateTime={upload.createdAt}>{timeText(upload.createdAt)}</time>
            </td>
          </tr>
        );
      })}
    </ScrollTable>
  );
}
