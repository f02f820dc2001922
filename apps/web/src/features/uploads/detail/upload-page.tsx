import type {
  CorrectionPage,
  ServerToAsk,
  UploadFilePage,
  UploadHeatmap,
  UploadRun,
  UploadView,
} from '@basecase/db/types';
import { filesRemovedText } from '@basecase/ingest/model';
import { correctHref } from '@basecase/views/corrections';
import { bytesText, countText, groupDigits, timeText } from '@basecase/views/text';
import type { FilesState } from '@basecase/views/uploads';
import { prepareDiagnostics, prepareFiles, prepareHeatmapLinks } from '@basecase/views/uploads';
import { serverHref } from '@basecase/views/url';
import { CorrectionHistory } from '../../../ui/corrections/correction-history';
import { Section } from '../../../ui/page/section';
import { ColumnTable } from '../../../ui/table/column-table';
import { DiagnosticsTable } from '../../../ui/table/diagnostics-table';
import { AskKind } from './ask-kind';
import { Campaign } from './campaign';
import { UploadActions } from './upload-actions';
import { UploadFiles } from './upload-files';
import { UploadLive } from './upload-live';

export interface UploadPageProps {
  view: UploadView;
  heatmaps: readonly UploadHeatmap[];
  files: UploadFilePage;
  filesState: FilesState;
  /** Artifact of each path that a diagnostic names. */
  artifactIds: Readonly<Record<string, string>>;
  /** Of runs that it brought, the newest first. */
  corrections: CorrectionPage;
  /** Servers of its runs with an unknown kind, if the visitor may set it. */
  unasked: readonly ServerToAsk[];
  /** Admins may say later what it was measured with. */
  canNameCampaign: boolean;
}

/** Everything about one upload. */
export function UploadPageScreen(props: UploadPageProps) {
  const { view, heatmaps, files, filesState, artifactIds } = props;
  const links = prepareHeatmapLinks(heatmaps);
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
            {countText(view.thinnedRuns, 'run')} of nights of long ago{' '}
            {view.thinnedRuns === 1 ? 'was' : 'were'} thinned out by the retention rule. They do not come back
            when it is read again.
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
            <DiagnosticsTable rows={prepareDiagnostics(view.diagnosticGroups)} artifactIds={artifactIds} />
          </Section>
        ) : null}
        {view.files.length > 0 ? (
          <UploadFiles
            id={view.id}
            removedAt={view.filesRemovedAt}
            kinds={prepareFiles(view.files)}
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
          { head: 'Workload', cell: ({ comparePath, workload }) => <a href={comparePath}>{workload}</a> },
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
