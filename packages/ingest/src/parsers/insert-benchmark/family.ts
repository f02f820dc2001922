import { groupBy } from '../../assemble/add-to-group';
import { chooseHostDevice, coresOf } from '../../assemble/beside';
import { isOneProcess } from '../../assemble/perf-counters';
import { UNKNOWN_WORKLOAD, type Variant } from '../../model/run';
import { lookUp } from '../../model/words/look-up';
import { toFinite } from '../../text/finite';
import { contextParser, factsOf } from '../context/facts';
import {
  type AssembleContext,
  type Assembler,
  type FormatFamily,
  logsOfType,
  newPart,
  type RunPart,
} from '../family';
import { type LogParser, scoreOf } from '../parser';
import { insertBenchmarkFormat as about } from './about';
import { buildResult, clientsOf } from './assemble/build-result';
import { optionOf } from './assemble/client-figures';
import { createIndexParts, isCreateIndexLog } from './assemble/create-index-parts';
import { groupSteps, type StepFiles } from './assemble/step-files';
import { tableParts } from './assemble/table-parts';
import { iibench } from './client/iibench';
import { BUCKETS, type IibenchLog } from './client/iibench-log';
import { databaseSize } from './database-size';
import { parseRunName, rowsOfPath } from './names';
import { openStepReport, TOTALS } from './step-report/step-report-session';
import { createIndexTable } from './tables/create-index-table';
import { reportTable } from './tables/report-table';

const MAX_HISTOGRAMS = 2000;
const cellsOf = (text: string) => text.trimEnd().split(/[\t,]/);

/**
 * Histograms of all clients side by side: `o.rt.t.insert` with tabs, `o.rt.c.insert` with commas.
 *
 *     256us	1ms	4ms	16ms	64ms	256ms	1s	4s	16s	gt	max	tag
 *     0	0	4	55	1	0	0	0	0	0	0.021	t1:DBMS
 */
const responseTimes = contextParser({
  kind: 'iibench-response-times',
  name: /^o\.rt\.[ct]\.(?:insert|delete|query)$/,
  content: /^256us([\t,])1ms(?:\1)4ms\1/m,
  // Clients and their sum; the row of percentages restates it.
  details: factsOf((facts, { histograms }) => ({
    line(text, line) {
      const cells = cellsOf(text);
      const tag = cells.at(-1) ?? '';
      const numbers = cells.slice(0, -1).map((cell) => toFinite(cell));
      const max = numbers.pop();
      if (numbers.length !== BUCKETS.length || max === undefined || max === null) return;
      if (tag.startsWith('pct:') || histograms.length >= MAX_HISTOGRAMS) return;
      const buckets = numbers.map((count, index) => ({ upTo: BUCKETS[index] ?? null, count: count ?? 0 }));
      const head = { id: 'latency', label: 'response time', unit: 's', of: tag };
      histograms.push({ ...head, buckets, line, lineEnd: line });
      facts.add({ group: tag, name: 'max', value: String(max), unit: 's', line });
    },
  })),
});

/**
 * Means of a per-second column over tenths of the step, a row for each client: `o.rate.{c,t}.{3,5,7}`.
 *
 *     73503	71061	66800	73679	75282	63784	65980	70866	57770	58766	1:DBMS
 */
const rates = contextParser({
  kind: 'iibench-rates',
  name: /^o\.rate\.[ct]\.\d+$/,
  content: /^(?:-?(?:\d{1,15}|nan)[\t,]){3,40}\d{1,7}:\w+$/m,
  details: factsOf((facts) => ({
    line(text, line) {
      const cells = cellsOf(text);
      const group = cells.pop() ?? '';
      for (const [index, value] of cells.entries())
        facts.add({ group, name: `part ${index + 1} of ${cells.length}`, value, line });
    },
  })),
});

/** Means of iostat by the author's script, which leaves out the first report: `o.iostat.avg.{all,header,data}.dop<N>`. */
const iostatAverages = contextParser({
  kind: 'iostat-averages',
  name: /^o\.iostat\.avg\.(?:all|header|data)(?:\.|$)/,
  content: /^average values from iostat for \S+\nr\/s\t/,
  details: factsOf((facts) => {
    let header: string[] = [];
    return {
      line(text, line) {
        const cells = cellsOf(text);
        if (cells[0] === 'r/s') header = cells;
        else if (cells.length > 1)
          for (const [index, value] of cells.entries())
            facts.add({ name: header[index] ?? `column ${index + 1}`, value, line });
      },
    };
  }),
});

/** What the script that ran a step printed; it ends with the report that `o.res` holds. */
const scriptOutput = contextParser({
  kind: 'iibench-script',
  name: /^o\.a(?:\.[rp])?$/,
  content: /^Before perf loops\nAfter perf loops$/m,
});

export const insertBenchmarkSideFiles: readonly LogParser[] = [
  responseTimes,
  rates,
  iostatAverages,
  scriptOutput,
];

/**
 * A step is a result; all steps below one directory with one number of clients are a run. Tables of many versions
 * give one run for each version, where the upload does not hold the files of the step.
 */
const insertBenchmarkAssembler: Assembler = {
  hasOwnNames: 'all',
  assemble(logs, context) {
    const all = logsOfType<IibenchLog>(logs, 'iibench');
    const studies = all.filter(isCreateIndexLog);
    const steps = groupSteps(
      all.filter((log) => !studies.includes(log)),
      logs,
      context,
    );
    return [
      ...toParts(steps, context),
      ...createIndexParts(studies, logs, context),
      ...tableParts(logs, context),
    ];
  },
};

function toParts(steps: readonly StepFiles[], context: AssembleContext): RunPart[] {
  for (const { report, clients, at } of steps.filter(({ step }) => step === null)) {
    const message =
      'no directory above is named like a step (l.i0, qr100.L1); the test is named after its directory';
    context.note('NAME_UNPARSED', report?.path ?? clients[0]?.path ?? at, message);
  }
  const runs = groupBy(steps, (step) => JSON.stringify([step.directory, clientsOf(step)]));
  return [...runs.values()].flatMap((run) => {
    const [first] = run;
    return first ? [toPart(first, run, context)] : [];
  });
}

function toPart(first: StepFiles, steps: readonly StepFiles[], context: AssembleContext): RunPart {
  const device = chooseHostDevice(steps, first.directory, context);
  const load = steps.find(({ step }) => step === 'l.i0');
  const loadedRows = load ? loadedBy(load) : null;
  const name = parseRunName(first.label);
  const variant = variantOf(name.variant, steps);
  const cores = context.cores(first.directory) ?? coresOf(steps);
  const clients = clientsOf(first);
  const perClient = loadedRows === null || clients === null ? null : loadedRows / clients;
  const { label, directory } = first;
  const isWhole = isOneProcess(variant.product, clients);
  const rowsPerTable = name.rows ?? rowsOfPath(directory) ?? perClient;
  return newPart({
    ...{ benchmark: 'insert-benchmark', label, directory, variant, cores },
    workload: { ...UNKNOWN_WORKLOAD, tables: tablesOf(steps), rowsPerTable, clients },
    results: steps.map((step) => buildResult(step, { device, cores, isWhole, loadedRows }, context)),
  });
}

/** Rows that a load put in, all clients together. */
function loadedBy({ report, clients }: StepFiles): number | null {
  const totals = report?.log.totals;
  if (totals) return totals.processes * totals.rowsPerProcess;
  const rows = clients.map(({ log }) => log.totals?.rows ?? null);
  return rows.length === 0 || rows.includes(null)
    ? null
    : rows.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

/** Tables that the clients named in their commands; null when none did. */
function tablesOf(steps: readonly StepFiles[]): number | null {
  const names = steps.flatMap(({ clients }) =>
    clients.flatMap(({ log }) => optionOf(log, 'table_name') ?? []),
  );
  return new Set(names).size || null;
}

const PRODUCTS: Readonly<Record<string, string>> = {
  innodb: 'MySQL',
  rocksdb: 'MyRocks',
  pg: 'PostgreSQL',
  postgres: 'PostgreSQL',
  mysql: 'MySQL',
};

/** A directory that names no version keeps its name as one; the product is in the command. */
function variantOf(variant: Variant, steps: readonly StepFiles[]): Variant {
  const log = steps.flatMap(({ clients }) => clients)[0]?.log;
  if (variant.versionKnown || !log) return variant;
  const words = [optionOf(log, 'engine'), optionOf(log, 'dbms')];
  const product = words.map((word) => lookUp(PRODUCTS, word ?? '')).find((found) => found !== undefined);
  return product === undefined ? variant : { ...variant, product };
}

/** What the scripts report of a step: `o.res.dop<N>`. */
export const stepReport: LogParser = {
  kind: 'iibench-report',
  about:
    'Insert Benchmark report of a step: `<n> processes, <n> rows-per-process, <n> seconds, ...` is its first line',
  score: ({ name, head, bytes }) => {
    const isContent = TOTALS.test(head.split('\n', 1)[0] ?? '');
    return scoreOf(isContent, NAME.test(name), bytes.length > 0 ? 0.3 : 0);
  },
  hasDetails: true,
  open: openStepReport,
};

const NAME = /^o\.res\.dop\d+$/;

/** The Insert Benchmark: output of its clients, reports of its steps, the author's tables, the study of index creation. */
export const insertBenchmarkFormat: FormatFamily = {
  ...about,
  parsers: [iibench, stepReport, reportTable, createIndexTable, databaseSize, ...insertBenchmarkSideFiles],
  assembler: insertBenchmarkAssembler,
};
