import type { Measurement } from '../../model/run';
import type { BenchbaseConfig } from '../../parsers/benchbase/config/config-log';
import { latencyOf } from '../../parsers/benchbase/latency-names';
import type { BenchbaseRaw } from '../../parsers/benchbase/raw/raw-log';
import type { BenchbaseWindows } from '../../parsers/benchbase/windows/windows-log';
import type { CorpusAnswers, CorpusFile, CorpusKeys } from '../corpus-keys';

/** Numbers of summary.json that are measurements of the result, and what one of them is in the base unit. */
const MEASURED: Readonly<Record<string, readonly [metric: string, factor: number]>> = {
  'Throughput (requests/second)': ['throughput', 1],
  'Goodput (requests/second)': ['goodput', 1],
  'Measured Requests': ['requests', 1],
  'Elapsed Time (nanoseconds)': ['elapsed', 1e9],
};

/** @public `loadCorpusKeys` imports it by the file's name. */
export const corpusKeys: CorpusKeys = {
  tools: ['benchbase'],
  answers(_row, file) {
    if (file.log?.type === 'benchbase') return ofSummary(file);
    if (file.log?.type === 'benchbase-windows') return ofWindows(file, file.log as BenchbaseWindows);
    if (file.log?.type === 'benchbase-raw') return ofRaw(file, file.log as BenchbaseRaw);
    if (file.log?.type === 'benchbase-config') return ofConfig(file.log as BenchbaseConfig);
    return {};
  },
  exceptions: [
    {
      match: /docs_benchbase_\w+_summary\.md$|testcase_benchbase_\w+_summary\.md$/,
      reason:
        'tables that another tool (bexhoma) made of the summaries of several runs, in its own page format; kept, not read',
    },
  ],
};

function measuredIn({ runs }: CorpusFile): Map<string, Measurement> {
  const all = runs.flatMap(({ results }) => results.flatMap(({ measurements }) => measurements));
  return new Map(all.map((each) => [each.metric, each]));
}

/** Every key as printed; a number that the result has is that of its measurement. */
function ofSummary(file: CorpusFile): CorpusAnswers {
  const measured = measuredIn(file);
  const answers: Record<string, string | number> = {};
  for (const { group, name, value } of file.details?.facts ?? []) {
    const key = group === null ? name : `${group}.${name}`;
    const latency = group === null ? null : latencyOf(name);
    const [metric, factor] = latency ? [latency.id, 1e6] : (MEASURED[name] ?? ['', 1]);
    const found = measured.get(metric);
    if (found) answers[key] = found.value * factor;
    // The 25th percentile has no metric, and is in the facts; null is `None` in the index.
    else if (latency?.metric === null || !(latency || metric !== ''))
      answers[key] = value === 'null' ? 'None' : value;
  }
  return answers;
}

function ofWindows(file: CorpusFile, { rows, columns, requests }: BenchbaseWindows): CorpusAnswers {
  const measured = measuredIn(file);
  const rate = file.details?.series.find(({ id }) => id === 'throughput');
  const largest = measured.get('latency_max')?.value;
  return {
    rows,
    columns,
    throughput_mean: measured.get('throughput')?.value,
    first_throughput: rate?.values[0] ?? undefined,
    last_t: rate?.seconds.at(-1),
    latency_max_ms: largest === undefined ? undefined : largest * 1000,
    requests_sum: requests ?? undefined,
  };
}

function ofRaw({ details }: CorpusFile, { rows }: BenchbaseRaw): CorpusAnswers {
  const row = (which: string) => details?.facts.find(({ name }) => name === `${which} request`)?.value;
  const first = row('first');
  return {
    rows,
    columns: first?.split(',').length,
    first_row: first?.replaceAll(',', '|'),
    last_row: row('last')?.replaceAll(',', '|'),
  };
}

function ofConfig({ terminals, scaleFactor, works }: BenchbaseConfig): CorpusAnswers {
  return {
    terminals: terminals ?? undefined,
    scalefactor: scaleFactor ?? undefined,
    time: works[0]?.seconds ?? undefined,
    rate: works[0]?.rate ?? undefined,
  };
}
