import type { LogExcerpt } from '@basecase/db/types';
import type { CellDetails, HeatmapSelection, SourceModel } from '@basecase/views/compare';
import { prepareConfigDiff, prepareEvidence } from '@basecase/views/compare/cell';
import { artifactHref } from '@basecase/views/url';
import { useState } from 'react';
import { TryAgain } from '../../../ui/page/try-again';
import type { CellQuery } from '../../../ui/why/use-pair';
import { ArtifactList } from './artifact-list';
import { ConfigDiff } from './config-diff';
import { fetchExcerpt } from './evidence-client';
import { LatencyTable, Repeats } from './latency-table';
import { LogLines } from './log-lines';
import { useDetails } from './use-details';

interface Props {
  selection: HeatmapSelection;
  query: CellQuery;
  names: { own: string; base: string };
  initial: CellDetails | null;
}

/** What is stored about the cell: latency, repeats, configs, where each number was read, and the files. */
export function Evidence({ selection, query, names, initial }: Props) {
  const { workload } = selection.data;
  const state = useDetails(query, initial);
  if (state.status === 'loading') {
    return (
      <section aria-busy="true">
        <h3>Where the numbers come from</h3>
        <p className="mid">Reading the log …</p>
      </section>
    );
  }
  if (state.status === 'failed') {
    return (
      <section>
        <h3>Where the numbers come from</h3>
        <TryAgain onRetry={state.retry}>The evidence could not be read: {state.message}</TryAgain>
      </section>
    );
  }
  const model = prepareEvidence(state.details, workload.benchmark);
  const configs = prepareConfigDiff(state.details.cell, state.details.base);
  return (
    <>
      <LatencyTable latencies={model.latencies} names={names} />
      <Repeats repeats={model.repeats} spread={model.spread} />
      {configs ? <ConfigDiff model={configs} names={names} /> : null}
      <section>
        <h3>Where the numbers come from</h3>
        {model.hasLogs ? null : (
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
        {state.details.excerpt ? <LogLines excerpt={state.details.excerpt} /> : null}
        {model.hasLogs ? (
          <Sources sources={model.sources} key={state.details.cell.results[0]?.runId} />
        ) : null}
      </section>
      <ArtifactList artifacts={state.details.cell.artifacts} />
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
    const found = await fetchExcerpt(excerpt).catch(() => 'gone' as const);
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

/** Why a number is not believed, with the line that contradicts it. */
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
