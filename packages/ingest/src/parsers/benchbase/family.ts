import { DetailsBuilder } from '../../files/details-builder';
import type { FormatFamily } from '../family';
import { JsonDocuments } from '../json-documents';
import type { DetailsSession, LogParser } from '../parser';
import { benchbaseFormat as about } from './about';
import { benchbaseAssembler } from './assemble/benchbase-assembler';
import { benchbaseConfig } from './config/config';
import { benchbaseRaw } from './raw/raw';
import { addFact, benchbaseSummary } from './summary/summary';
import { benchbaseWindows } from './windows/windows';

function openJsonFacts(): DetailsSession {
  const details = new DetailsBuilder();
  const documents = new JsonDocuments({
    open: () => {},
    close: () => {},
    value: (path, value, line) => addFact(details.facts, path, { value, line }),
    documentEnd: () => {},
    broken: () => {},
  });
  return Object.assign(documents, { end: () => details.build() });
}

/*
 * Files of a run that hold no number of a result. BenchBase names all files of a run `<benchmark>_<time>.<ending>`; what
 * is in these three depends on the server, so their names tell them.
 */

/** `max_connections`, `shared_buffers`, ... of the server, as it said when the run ended. */
const benchbaseParams: LogParser = sideFile('benchbase-params', 'params', 'settings of the server');

/** Counters of the server: `pg_stat_database`, SHOW STATUS. */
const benchbaseMetrics: LogParser = sideFile('benchbase-metrics', 'metrics', 'counters of the server');

/** `--json-histograms`: requests by outcome and transaction. */
const benchbaseHistograms: LogParser = sideFile(
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
    openDetails: openJsonFacts,
  };
}

/** Markdown of bexhoma, which starts BenchBase and makes tables of its summaries. */
const benchbaseTable: LogParser = {
  kind: 'benchbase-table',
  about: 'the page that bexhoma makes of runs of BenchBase: `## Show Summary`, `Benchbase Workload tpcc`',
  score: ({ head }) => (/^## Show Summary\s+### Workload\s+Benchbase Workload /m.test(head) ? 0.9 : 0),
  open: null,
};

/** BenchBase, and what OLTPBench before it wrote in the same forms. */
export const benchbaseFormat: FormatFamily = {
  ...about,
  parsers: [
    benchbaseSummary,
    benchbaseWindows,
    benchbaseRaw,
    benchbaseConfig,
    benchbaseParams,
    benchbaseMetrics,
    benchbaseHistograms,
    benchbaseTable,
  ],
  assembler: benchbaseAssembler,
};
