import type { EvidenceArtifact, LogExcerpt } from '@basecase/db/types';
import type {
  CellDetails,
  ConfigDiffModel,
  EvidenceModel,
  HeatmapSelection,
  SourceModel,
} from '@basecase/views/compare';
import { configDiffModel, evidenceModel, throughputLogLines } from '@basecase/views/compare/cell';
import { bytesText } from '@basecase/views/text';
import { artifactHref } from '@basecase/views/url';
import { useState } from 'react';
import { api } from '../../../ui/api/api';
import { TryAgain } from '../../../ui/page/try-again';
import { ColumnTable, type PageColumn } from '../../../ui/table/column-table';
import { type CellQuery, type PairNames, usePair } from '../../../ui/why/pair-section';

interface Props {
  selection: HeatmapSelection;
  query: CellQuery;
  names: PairNames;
  initial: CellDetails | null;
}

/** Fetches what is known about a cell, with the lines its throughput was read from. */
async function fetchDetails(query: CellQuery, signal: AbortSignal): Promise<CellDetails> {
  const { cell, base } = await api.compare.evidence.query(query, { signal });
  const lines = throughputLogLines(cell);
  const excerpt = lines ? await api.compare.excerpt.query(lines, { signal }) : null;
  return { cell, base, excerpt };
}

/** What is stored about the cell: latency, repeats, configs, where each number was read, and the files. */
export function Evidence({ selection, query, names, initial }: Props) {
  const { workload } = selection.data;
  // The page's own answer is used as long as it describes this cell.
  const given = isAbout(initial, query) ? initial : null;
  const { state, retry } = usePair(query, given === null, fetchDetails);
  const details = given ?? (state.status === 'ready' ? state.answer : null);
  if (!details) {
    return (
      <section aria-busy={state.status === 'loading'}>
        <h3>Where the numbers come from</h3>
        {state.status === 'failed' ? (
          <TryAgain onRetry={retry}>The evidence could not be read: {state.message}</TryAgain>
        ) : (
          <p className="mid">Reading the log …</p>
        )}
      </section>
    );
  }
  const model = evidenceModel(details, workload.benchmark);
  const configs = configDiffModel(details.cell, details.base);
  return (
    <>
      <LatencyTable latencies={model.latencies} names={names} />
      <Repeats repeats={model.repeats} spread={model.spread} />
      {configs ? <ConfigDiff model={configs} names={names} /> : null}
      <section>
        <h3>Where the numbers come from</h3>
        {model.stop ? <DoubtNote doubt={model.stop} /> : null}
        {model.hasNumbers || model.stop ? null : <p className="mid">No number is stored.</p>}
        {model.hasLogs || !model.hasNumbers ? null : (
          <p className="mid">
            Published figure, no log{workload.source ? `. Source: ${workload.source}` : ''}
            {workload.relativeTo ? `. It was published as a ratio to ${workload.relativeTo.base}` : ''}.
          </p>
        )}
        {model.facts.length > 0 ? (
          <dl className="provenance">
            {model.facts.map(({ label, text }) => (
              <div key={label} className="contents">
                <dt>{label}</dt>
                <dd className="mono">{text}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {details.excerpt ? <LogLines excerpt={details.excerpt} /> : null}
        {model.hasLogs ? <Sources sources={model.sources} key={details.cell.results[0]?.runId} /> : null}
      </section>
      <ArtifactList artifacts={details.cell.artifacts} />
    </>
  );
}

/** Each number with its formula; its lines are fetched when asked for. */
function Sources({ sources }: { sources: SourceModel[] }) {
  // 'gone': the numbers of a frozen view outlive the files they were read from.
  const [shown, setShown] = useState<{ key: string; excerpt: LogExcerpt | 'gone' | null } | null>(null);
  async function show({ key, excerpt }: SourceModel) {
    if (shown?.key === key || !excerpt) return setShown(null);
    setShown({ key, excerpt: null });
    const found = await api.compare.excerpt.query(excerpt).catch(() => 'gone' as const);
    setShown((current) => (current?.key === key ? { key, excerpt: found } : current));
  }
  return (
    <dl className="provenance sources">
      {sources.map((source) => (
        <div key={source.key} className="contents">
          <dt>
            {source.label} <b>{source.value}</b>
          </dt>
          <dd>
            {source.how}
            {source.file ? (
              <>
                ,{' '}
                <button
                  type="button"
                  className="mono"
                  aria-expanded={shown?.key === source.key}
                  onClick={() => show(source)}
                >
                  {fileName(source.file)} {source.lines}
                </button>
                {source.excerpt ? (
                  <>
                    {' '}
                    <a href={artifactHref(source.excerpt.artifactId, source.excerpt)}>in the file</a>
                  </>
                ) : null}
              </>
            ) : null}
            {source.doubt ? <DoubtNote doubt={source.doubt} /> : null}
            {shown?.key === source.key ? <ShownLines excerpt={shown.excerpt} /> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Why a number is not believed, or a test has none, with the line that tells it. */
function DoubtNote({ doubt: { text, lines, excerpt } }: { doubt: NonNullable<SourceModel['doubt']> }) {
  return (
    <p className="doubt">
      {text}
      {excerpt ? (
        <>
          , <a href={artifactHref(excerpt.artifactId, excerpt)}>{lines} in the file</a>
        </>
      ) : null}
    </p>
  );
}

function ShownLines({ excerpt }: { excerpt: LogExcerpt | 'gone' | null }) {
  if (excerpt === null) return ' …';
  return excerpt === 'gone' ? (
    '. The file could not be read: it may have been deleted.'
  ) : (
    <LogLines excerpt={excerpt} />
  );
}

function fileName(path: string): string {
  return path.split('/').at(-1) ?? path;
}

/** The stored files behind the cell, each with its own page. */
function ArtifactList({ artifacts }: { artifacts: EvidenceArtifact[] }) {
  if (artifacts.length === 0) return null;
  return (
    <section>
      <h3>
        Files <span className="dim">that these numbers were read from</span>
      </h3>
      <ul className="files">
        {artifacts.map(({ id, path, kind, sizeBytes }) => (
          <li key={id}>
            <a className="mono" href={`/artifacts/${id}`}>
              {path}
            </a>{' '}
            <span className="dim">
              {kind}, {bytesText(sizeBytes)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Settings that differ between the two columns. */
function ConfigDiff({ model, names }: { model: ConfigDiffModel; names: { own: string; base: string } }) {
  return (
    <section>
      <h3>Config</h3>
      <p className="mid">{model.sentence}</p>
      {model.rows.length > 0 ? (
        <ColumnTable
          label="Settings that differ"
          className="data-table settings"
          rows={model.rows}
          columns={[
            { head: 'Setting', kind: 'name', className: 'mono', text: 'name' },
            { head: 'Change', className: 'dim', text: 'kind' },
            {
              head: (
                <>
                  {names.base} <span className="dim">base</span>
                </>
              ),
              className: 'mono',
              text: 'base',
            },
            { head: names.own, className: 'mono', text: 'own' },
          ]}
        />
      ) : null}
    </section>
  );
}

/** Lines of a log as they are stored, those that were read marked; or why they are not there. */
function LogLines({ excerpt }: { excerpt: LogExcerpt }) {
  return (
    <>
      <p className="mono dim file">{excerpt.file}</p>
      {excerpt.place ? <Place place={excerpt.place} /> : null}
      {excerpt.removed ? <p className="mid">{excerpt.removed}</p> : <Lines excerpt={excerpt} />}
    </>
  );
}

/** Which value of the JSON it is; on a line that holds many, with those around it. */
function Place({ place }: { place: NonNullable<LogExcerpt['place']> }) {
  if ('unknown' in place) return <p className="mid">Its JSON Pointer is not known: {place.unknown}.</p>;
  const { pointer, text, around } = place;
  return (
    <>
      <p className="file">
        JSON Pointer <span className="mono">{pointer}</span>
        {text > 1 ? `, in JSON text ${text} of the file` : null}
      </p>
      {around ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <section className="log" tabIndex={0} aria-label={`Values around ${pointer}`}>
          {around.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one answer stay where they are.
            <div key={index} className={line.hit ? 'hit' : undefined}>
              {line.text}
            </div>
          ))}
        </section>
      ) : null}
    </>
  );
}

function Lines({ excerpt }: { excerpt: LogExcerpt }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <section className="log" tabIndex={0} aria-label={`Lines of ${excerpt.file}`}>
        {excerpt.lines.map(({ number, text, hit }) => (
          <div key={number} className={hit ? 'hit' : undefined}>
            <i>{number}</i>
            {text}
          </div>
        ))}
      </section>
    </>
  );
}

/** True when the evidence is of this cell, against this base. */
export function isAbout(details: CellDetails | null, query: CellQuery): details is CellDetails {
  if (!details || details.cell.test !== query.test || details.cell.column.slug !== query.column) return false;
  return details.base === null ? query.base === query.column : details.base.column.slug === query.base;
}

interface LatencyTableProps {
  latencies: EvidenceModel['latencies'];
  names: PairNames;
}

interface LatencyRow {
  key: 'own' | 'base' | 'ratio';
  name: string;
}

/** Latency of an event in ms, against the base. */
function LatencyTable({ latencies, names }: LatencyTableProps) {
  if (latencies.length === 0) return null;
  const rows: LatencyRow[] = [
    { key: 'own', name: names.own },
    { key: 'base', name: names.base },
    { key: 'ratio', name: 'ratio' },
  ];
  return (
    <section>
      <h3>
        Latency <span className="dim">of an event in ms; median of the repeats</span>
      </h3>
      <ColumnTable
        label="Latency"
        rows={names.own === names.base ? rows.slice(0, 1) : rows}
        rowClass={({ key }) => (key === 'own' ? 'selected' : undefined)}
        columns={[
          {
            head: 'Version',
            kind: 'name',
            cell: ({ key, name }) => (
              <>
                {name} {key === 'base' ? <span className="dim">base</span> : null}
              </>
            ),
          },
          ...latencies.map(
            (latency): PageColumn<LatencyRow> => ({
              head: latency.label,
              kind: 'number',
              text: ({ key }) => latency[key],
            }),
          ),
        ]}
      />
    </section>
  );
}

/** Each repeat with what it measured; nothing for a single one. */
function Repeats({ repeats, spread }: Pick<EvidenceModel, 'repeats' | 'spread'>) {
  if (repeats.length < 2) return null;
  return (
    <section>
      <h3>
        Repeats <span className="dim">the heatmap shows the median of those that count; spread {spread}</span>
      </h3>
      <ColumnTable
        label="Repeats"
        rows={repeats}
        rowKey={({ name, started }) => `${name} ${started}`}
        columns={[
          { head: 'Repeat', kind: 'name', text: 'name' },
          { head: 'o/s', kind: 'number', text: 'throughput' },
          { head: 'Started', cell: ({ started }) => started || <span className="dim">not recorded</span> },
          { head: 'Status', text: ({ status }) => status || 'ok' },
        ]}
      />
    </section>
  );
}
