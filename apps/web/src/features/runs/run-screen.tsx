import type { CorrectionPage, RunFile, RunPage } from '@basecase/db/types';
import { filesRemovedText } from '@basecase/ingest/model';
import { clientCountsText, type Opening } from '@basecase/views/compare';
import { correctHref } from '@basecase/views/corrections';
import { noiseHref } from '@basecase/views/noise';
import {
  badMarkTexts,
  type Disclosure,
  type Fact,
  machineFacts,
  type ResultRow,
  type ResultsModel,
  recordingFacts,
  resultsModel,
  runFacts,
  runSentence,
  serverFacts,
} from '@basecase/views/runs';
import { countText, groupDigits, serverClass } from '@basecase/views/text';
import { diagnosticRows } from '@basecase/views/uploads';
import { artifactHref, benchmarkViewHref, serverHref } from '@basecase/views/url';
import { restore } from '../../server/actions/exclusions';
import { CorrectionHistory } from '../../ui/corrections/correction-history';
import { DisclosureCard } from '../../ui/disclosure/disclosure-card';
import { BadRunForm } from '../../ui/exclusions/exclusion-form';
import { RowAction } from '../../ui/form/row-action';
import { Section } from '../../ui/page/section';
import { ColumnTable, type PageColumn } from '../../ui/table/column-table';
import { DiagnosticsTable } from '../../ui/table/diagnostics-table';
import { Config, Origin } from './run-origin';

interface Props {
  run: RunPage;
  disclosure: Disclosure;
  /** Admins may mark it as bad, and take that back. */
  canMark: boolean;
  /** Corrections of it, the newest first. */
  corrections: CorrectionPage;
  /** Of all heatmaps. */
  opening: Opening;
}

/** Everything known about one run. */
export function RunScreen({ run, disclosure, canMark, corrections, opening }: Props) {
  const recording = recordingFacts(run);
  const machine = machineFacts(run);
  return (
    <main id="main" className="page run-page">
      <RunHead run={run} canMark={canMark} opening={opening} />
      <BadMark run={run} canMark={canMark} />
      <div className="cols run">
        <div className="stack">
          <Section
            title="Results"
            hint={
              <>
                absolute values, the median of repeats; each test links to its cell
                {run.base ? ` against ${run.base.version}` : ''}
              </>
            }
            id="results"
          >
            <ResultsTable model={resultsModel(run)} />
          </Section>
          {run.diagnostics.length > 0 ? (
            <Section title="Diagnostics" hint="about the files of this run" id="diagnostics">
              <DiagnosticsTable rows={diagnosticRows(run.diagnostics)} artifactIds={run.artifactIds} />
            </Section>
          ) : null}
          <CorrectionHistory page={corrections} />
          <Files run={run} />
        </div>
        <div className="stack">
          <Facts id="server" title="Server" facts={serverFacts(run)} />
          <Facts id="what" title="What was run" facts={runFacts(run)} />
          {recording ? <Facts id="recording" title="Recorded in rounds" facts={recording} /> : null}
          {machine.length > 0 ? <Facts id="machine" title="Machine at its time" facts={machine} /> : null}
          {run.notes ? (
            <Section title="Notes" id="notes">
              <p className="inset notes anywhere">{run.notes}</p>
            </Section>
          ) : null}
          <DisclosureCard disclosure={disclosure} />
          <Config run={run} />
          <Origin run={run} />
        </div>
      </div>
    </main>
  );
}

function RunHead({ run, canMark, opening }: Pick<Props, 'run' | 'canMark' | 'opening'>) {
  const { server, workload } = run;
  const heatmap = { server: server.slug, workload: workload.slug };
  const report = benchmarkViewHref(workload.benchmark, heatmap);
  const sweep = opening.sweep(heatmap);
  return (
    <div className="page-head">
      <div>
        <h1>
          {run.product} {run.version}{' '}
          <span className="dim">
            on <a href={serverHref(server.slug)}>{serverClass(server)}</a>
          </span>
        </h1>
        <p>
          {[workload.label, ...workload.details].join(', ')}. {runSentence(run)}
        </p>
      </div>
      <div className="actions">
        {report ? (
          <a className="button" href={report}>
            Report
          </a>
        ) : null}
        <a className="button" href={opening.href(heatmap, { base: run.base?.slug ?? '' })}>
          {run.base ? `Compare with ${run.base.version}` : sweep ? 'All' : 'Heatmap'}
          {sweep ? ` at ${clientCountsText(sweep.clients)}` : ''}
        </a>
        <details className="menu">
          <summary className="button">Export</summary>
          <div className="popover">
            <a href={`/api/v1/runs/${run.id}/results`}>results.json</a>
            <a href={`/api/v1/runs/${run.id}/results?format=parquet`}>Parquet</a>
          </div>
        </details>
        <a className="button" href={correctHref({ run: [run.id] })}>
          Correct …
        </a>
        {canMark && run.bad === null ? <MarkBad run={run} /> : null}
      </div>
    </div>
  );
}

function Facts({ id, title, facts }: { id: string; title: string; facts: readonly Fact[] }) {
  return (
    <Section title={title} id={id}>
      <dl className="form inset facts">
        {facts.map(({ label, text, isMissing, asRead, from }) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className={isMissing ? 'dim' : undefined}>
              {text}
              {from === undefined ? null : <small className="dim"> {from}</small>}
              {asRead === undefined ? null : <small className="dim"> corrected; as read: {asRead}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Files({ run }: { run: RunPage }) {
  const { files, fileCount, upload } = run;
  if (fileCount === 0) {
    return (
      <Section title="Files" id="files">
        <p className="inset mid">
          {upload.origin === 'published'
            ? 'Published figures have no logs.'
            : 'No files are stored with this run.'}
        </p>
      </Section>
    );
  }
  return (
    <Section
      title={countText(fileCount, 'file')}
      aside={
        fileCount > files.length ? (
          <span className="dim">
            the first {groupDigits(files.length)}; <a href={`/uploads/${upload.id}#files`}>search all</a>
          </span>
        ) : null
      }
      id="files"
    >
      {upload.filesRemovedAt === null ? null : (
        <p className="inset mid">{filesRemovedText(upload.filesRemovedAt)}</p>
      )}
      <ColumnTable
        label="Files of the run"
        boxClassName="files-box"
        className="data-table files"
        rows={files}
        columns={[
          {
            head: 'Path',
            kind: 'name',
            cell: (file) => (
              <a className="mono" href={artifactHref(file.id)}>
                {withinRun(file, run.path)}
              </a>
            ),
          },
          {
            head: 'Kind',
            className: 'mono mid',
            text: ({ status, kind }) => (status === 'unknown' ? 'not recognized' : kind),
          },
          { head: 'Size', kind: 'bytes', text: 'sizeBytes' },
        ]}
      />
    </Section>
  );
}

/** The path within the directory of the run; the whole path for a file elsewhere in the upload. */
function withinRun({ path }: RunFile, directory: string): string {
  return directory !== '' && path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path;
}

/** What stands before everything else on the page of a run that counts for nothing. */
function BadMark({ run, canMark }: { run: RunPage; canMark: boolean }) {
  if (run.bad === null) return null;
  const { strong, rest } = badMarkTexts(run.bad);
  const { server, workload } = run;
  return (
    <div className="warn-note is-error bad-mark cluster">
      <p>
        <strong>{strong}</strong>
        {rest} <a href={noiseHref({ server: server.slug, workload: workload.slug })}>All exclusions here</a>
      </p>
      {canMark ? (
        <RowAction id={run.bad.id} action={restore} label="Undo" spokenLabel={`Undo: ${run.bad.reason}`} />
      ) : null}
    </div>
  );
}

/** Opens by itself, without scripts too. */
function MarkBad({ run }: { run: Pick<RunPage, 'id' | 'label'> }) {
  return (
    <details className="menu mark-bad">
      <summary className="button">Mark as bad …</summary>
      <div className="popover">
        <BadRunForm run={run} />
      </div>
    </details>
  );
}

/** Results of a run, test by test, with the warm-ups folded below. */
function ResultsTable({ model }: { model: ResultsModel }) {
  if (model.groups.length === 0 && model.warmups.length === 0) {
    return <p className="inset mid">This run has no results.</p>;
  }
  return (
    <>
      {model.groups.length > 0 ? <Table label="Results" model={model} groups={model.groups} /> : null}
      {model.warmups.length > 0 ? (
        <details className="inset warmups">
          <summary>{countText(model.warmups.length, 'warm-up')}, left out of comparisons</summary>
          <Table
            label="Warm-ups"
            model={model}
            groups={[{ key: 'warmups', label: '', rows: model.warmups }]}
          />
        </details>
      ) : null}
    </>
  );
}

interface TableProps {
  label: string;
  model: ResultsModel;
  groups: ResultsModel['groups'];
}

function Table({ label, model, groups }: TableProps) {
  return (
    <ColumnTable<ResultRow>
      label={`${label} by test`}
      className="data-table results"
      bodies={groups}
      columns={[
        {
          head: 'Test',
          kind: 'name',
          cell: ({ href, test, range }) => (
            <>
              {href ? <a href={href}>{test}</a> : test} {range ? <span className="dim">{range}</span> : null}
            </>
          ),
        },
        ...model.columns.map(
          ({ label, unit }, index): PageColumn<ResultRow> => ({
            head: (
              <>
                {label}
                {unit ? <span className="sr-only"> {unit}</span> : null}
              </>
            ),
            kind: 'number',
            text: ({ values }) => values[index],
          }),
        ),
        { head: 'Unit', className: 'dim', text: 'unit' },
        { head: 'Repeats', className: 'mid', text: ({ repeats }) => repeats || '1' },
        { head: 'Status', className: ({ status }) => (status === 'ok' ? 'mid' : undefined), text: 'status' },
      ]}
    />
  );
}
