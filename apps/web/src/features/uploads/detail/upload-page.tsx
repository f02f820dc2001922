import type { UploadFilePage, UploadHeatmap, UploadRun, UploadView } from '@basecase/db/types';
import { bytesText, countText, groupDigits, timeText } from '@basecase/views/text';
import type { FilesState } from '@basecase/views/uploads';
import { prepareDiagnostics, prepareFiles, prepareHeatmapLinks } from '@basecase/views/uploads';
import { DiagnosticsTable } from '../../../ui/table/diagnostics-table';
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
        <UploadActions id={view.id} state={view.state} filename={view.filename} />
      </div>

      <p className="warn-note without-scripts">
        Cancelling, reading again and deleting need scripts here. Without:{' '}
        <code>curl -X POST …/api/v1/uploads/{view.id}/cancel</code>, <code>…/reparse</code>,{' '}
        <code>curl -X DELETE …/api/v1/uploads/{view.id}</code>.
      </p>

      <div className="stack">
        <UploadLive initial={view} />
        {view.isOutdated ? (
          <p className="warn-note">
            It was read by older parsers. Reading it again may give more, and keeps the links to its runs.
          </p>
        ) : null}
        {links.length > 0 ? (
          <section className="sec" aria-labelledby="heatmaps">
            <header>
              <h2 id="heatmaps">Look at it</h2>
              <span className="dim">against the release before</span>
            </header>
            <ul className="list">
              {links.map(({ href, text, where }) => (
                <li key={href}>
                  <span>
                    <a href={href}>{text}</a> <span className="dim">{where}</span>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {view.storedRuns.length > 0 ? <Runs runs={view.storedRuns} /> : null}
        {view.storedRuns.length > 0 ? <Campaign view={view} canName={props.canNameCampaign} /> : null}
        {view.preview === null && view.diagnosticGroups.length > 0 ? (
          <section className="sec" aria-labelledby="diagnostics">
            <header>
              <h2 id="diagnostics">Diagnostics</h2>
              <span className="dim">
                what was met while it was read, {groupDigits(view.diagnostics)} times
              </span>
            </header>
            <DiagnosticsTable rows={prepareDiagnostics(view.diagnosticGroups)} artifactIds={artifactIds} />
          </section>
        ) : null}
        {view.files.length > 0 ? (
          <UploadFiles
            id={view.id}
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
    <section className="sec" aria-labelledby="runs">
      <header>
        <h2 id="runs">{countText(runs.length, 'run')}</h2>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <section className="scroll-x" tabIndex={0} aria-label="Runs">
        <table className="tbl">
          <thead>
            <tr>
              <th scope="col">Run</th>
              <th scope="col">Server</th>
              <th scope="col">Workload</th>
              <th scope="col" className="num">
                Results
              </th>
              <th scope="col">Brought by</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.id}>
                <th scope="row">
                  <a className="mono" href={`/runs/${run.id}`}>
                    {run.label}
                  </a>
                </th>
                <td>{run.server.name}</td>
                <td>
                  <a href={run.comparePath}>{run.workload}</a>
                </td>
                <td className="num">{groupDigits(run.results)}</td>
                <td className="mid">{run.isOwn ? 'this upload' : 'another upload before'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Settings({ settings: { campaign: _, ...others } }: { settings: Readonly<Record<string, string>> }) {
  // The campaign has a section of its own.
  const said = Object.entries(others);
  if (said.length === 0) return null;
  return (
    <section className="sec" aria-labelledby="said">
      <header>
        <h2 id="said">Said by the uploader</h2>
        <span className="dim">in place of what files and names say</span>
      </header>
      <dl className="form in">
        {said.map(([key, value]) => (
          <div key={key} className="contents">
            <dt>{key}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
