import type {
  CorrectionPage,
  FileGroup,
  ServerToAsk,
  UploadFilePage,
  UploadHeatmap,
  UploadQuestion,
  UploadRun,
  UploadView,
} from '@basecase/db/types';
import { filesRemovedText } from '@basecase/ingest/model';
import { correctHref } from '@basecase/views/corrections';
import { bytesText, countText, groupDigits, timeText } from '@basecase/views/text';
import {
  answerLinks,
  diagnosticRows,
  type FileRow,
  type FilesState,
  fileRows,
  uploadHref,
} from '@basecase/views/uploads';
import { artifactHref, serverHref } from '@basecase/views/url';
import { CorrectionHistory } from '../../../ui/corrections/correction-history';
import { FilterBar } from '../../../ui/form/filter-bar';
import { SelectField } from '../../../ui/form/select-field';
import { Pager } from '../../../ui/page/pager';
import { Section } from '../../../ui/page/section';
import { ColumnTable } from '../../../ui/table/column-table';
import { DiagnosticsTable } from '../../../ui/table/diagnostics-table';
import { AnswerQuestion } from './answer-question';
import { AskKind } from './ask-kind';
import { Campaign } from './campaign';
import { UploadActions } from './upload-actions';
import { UploadLive } from './upload-live';

export interface UploadPageProps {
  view: UploadView;
  heatmaps: readonly UploadHeatmap[];
  /** All heatmaps: some open together, by their number of clients. */
  entries: Parameters<typeof answerLinks>[1];
  files: UploadFilePage;
  filesState: FilesState;
  /** Artifact of each path that a diagnostic names. */
  artifactIds: Readonly<Record<string, string>>;
  /** Of runs that it brought, the newest first. */
  corrections: CorrectionPage;
  /** Servers of its runs with an unknown kind, if the visitor may set it. */
  unasked: readonly ServerToAsk[];
  /** What is open about its results, if the visitor may answer. */
  question: UploadQuestion | null;
  /** Admins may say later what it was measured with. */
  canNameCampaign: boolean;
}

/** Everything about one upload. */
export function UploadPageScreen(props: UploadPageProps) {
  const { view, heatmaps, entries, files, filesState, artifactIds } = props;
  const links = answerLinks(heatmaps, entries);
  return (
    <main id="main" className="page upload-page">
      <div className="page-head">
        <div>
          <h1 className="mono">{view.filename}</h1>
          <p>
            {bytesText(view.sizeBytes)}, sent{' '}
            <time dateTime={view.createdAt}>{timeText(view.createdAt)}</time>, sha256{' '}
            <span className="mono" title={view.sha256}>
              {view.sha256.slice(0, 12)}…
            </span>
          </p>
        </div>
        <div className="actions">
          {view.storedRuns.some(({ isOwn }) => isOwn) ? (
            <a className="button" href={correctHref({ upload: view.id })}>
              Correct …
            </a>
          ) : null}
          <UploadActions
            id={view.id}
            state={view.state}
            filename={view.filename}
            // Bytes that were sent again and failed are there for some days.
            removed={
              view.filesRemovedAt !== null && view.state === 'stored'
                ? filesRemovedText(view.filesRemovedAt)
                : null
            }
          />
        </div>
      </div>

      <p className="warn-note without-scripts">
        Cancelling, reading again and deleting need JavaScript. Without it:{' '}
        <code>curl -X POST …/api/v1/uploads/{view.id}/cancel</code>, <code>…/reparse</code>,{' '}
        <code>curl -X DELETE …/api/v1/uploads/{view.id}</code>.
      </p>

      <div className="stack">
        <UploadLive initial={view} />
        {props.question ? <AnswerQuestion question={props.question} /> : null}
        {props.unasked.map((server) => (
          <AskKind key={server.slug} server={server} />
        ))}
        {view.isOutdated ? (
          <p className="warn-note">
            It was read by older parsers. Reading it again may find more, and links to its runs stay valid.
          </p>
        ) : null}
        {view.thinnedRuns > 0 ? (
          <p className="warn-note">
            {countText(view.thinnedRuns, 'run')} of old nights {view.thinnedRuns === 1 ? 'was' : 'were'}{' '}
            thinned out by the retention rule. Reading the upload again does not restore them.
          </p>
        ) : null}
        {links.length > 0 ? (
          <Section title="Heatmaps" hint="against the previous release" id="heatmaps">
            <ul className="list">
              {links.map(({ href, text, where }) => (
                <li key={href}>
                  <span>
                    <a href={href}>{text}</a> <span className="dim">{where}</span>
                  </span>
                </li>
              ))}
            </ul>
          </Section>
        ) : null}
        {view.storedRuns.length > 0 ? <Runs runs={view.storedRuns} /> : null}
        {view.storedRuns.length > 0 ? <Campaign view={view} canName={props.canNameCampaign} /> : null}
        <CorrectionHistory page={props.corrections} />
        {view.preview === null && view.diagnosticGroups.length > 0 ? (
          <Section
            title="Diagnostics"
            hint={<>found while reading: {groupDigits(view.diagnostics)}</>}
            id="diagnostics"
          >
            <DiagnosticsTable rows={diagnosticRows(view.diagnosticGroups)} artifactIds={artifactIds} />
          </Section>
        ) : null}
        {view.files.length > 0 ? (
          <UploadFiles
            id={view.id}
            removedAt={view.filesRemovedAt}
            kinds={fileRows(view.files)}
            groups={view.files}
            page={files}
            state={filesState}
          />
        ) : null}
        <Settings settings={view.settings} />
      </div>
    </main>
  );
}

function Runs({ runs }: { runs: readonly UploadRun[] }) {
  return (
    <Section title={countText(runs.length, 'run')} id="runs">
      <ColumnTable
        label="Runs"
        rows={runs}
        columns={[
          {
            head: 'Run',
            kind: 'name',
            cell: ({ id, label }) => (
              <a className="mono" href={`/runs/${id}`}>
                {label}
              </a>
            ),
          },
          { head: 'Server', cell: ({ server }) => <a href={serverHref(server.slug)}>{server.name}</a> },
          {
            head: 'Workload',
            cell: ({ openPath, workload, details }) => (
              <a href={openPath}>
                {workload} <span className="dim">{details.join(', ')}</span>
              </a>
            ),
          },
          { head: 'Results', kind: 'number', text: 'results' },
          {
            head: 'From',
            className: 'mid',
            text: ({ isOwn }) => (isOwn ? 'this upload' : 'an earlier upload'),
          },
        ]}
      />
    </Section>
  );
}

function Settings({ settings: { campaign: _, ...others } }: { settings: Readonly<Record<string, string>> }) {
  // The campaign has its own section.
  const settings = Object.entries(others);
  if (settings.length === 0) return null;
  return (
    <Section title="Set by the uploader" hint="overrides what files and names say" id="said">
      <dl className="form inset">
        {settings.map(([key, value]) => (
          <div key={key} className="contents">
            <dt>{key}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

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
function UploadFiles({ id, removedAt, groups, kinds, page, state }: Props) {
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
