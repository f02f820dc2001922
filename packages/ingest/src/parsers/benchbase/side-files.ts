import type { LogParser, Sample } from '../parser';
import { jsonFacts } from './json-facts';

/*
 * Files of a run that hold no number of a result. BenchBase names all files of a run `<benchmark>_<time>.<ending>`; what
 * is in these three depends on the server, so their names tell them.
 */

/** `max_connections`, `shared_buffers`, ... of the server, as it said when the run ended. */
export const benchbaseParams: LogParser = sideFile('benchbase-params', 'params', 'settings of the server');

/** Counters of the server: `pg_stat_database`, SHOW STATUS. */
export const benchbaseMetrics: LogParser = sideFile('benchbase-metrics', 'metrics', 'counters of the server');

/** `--json-histograms`: requests by outcome and transaction. */
export const benchbaseHistograms: LogParser = sideFile(
  'benchbase-histograms',
  'histograms',
  'requests by outcome and transaction',
);

function sideFile(kind: string, ending: string, what: string): LogParser {
  const name = new RegExp(String.raw`_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.${ending}\.json$`);
  return {
    kind,
    about: `${what}, in a file <benchmark>_<time>.${ending}.json of BenchBase`,
    score: (sample) => (name.test(sample.name) && /^\s*\{/.test(sample.head) ? 0.5 : 0),
    open: null,
    openDetails: jsonFacts,
  };
}

/** Markdown of bexhoma, which starts BenchBase and makes tables of its summaries. */
export const benchbaseTable: LogParser = {
  kind: 'benchbase-table',
  about: 'the page that bexhoma makes of runs of BenchBase: `## Show Summary`, `Benchbase Workload tpcc`',
  score: scoreTable,
  open: null,
};

function scoreTable({ head }: Sample): number {
  return /^## Show Summary\s+### Workload\s+Benchbase Workload /m.test(head) ? 0.9 : 0;
}
