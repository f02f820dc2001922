import { groupBy } from '../../assemble/add-to-group';
import { chooseHostDevice, coresOf } from '../../assemble/beside';
import { UNKNOWN_WORKLOAD, type Variant } from '../../model/run';
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
import type { IibenchLog } from './client/iibench-log';
import { databaseSize } from './database-size';
import { parseRunName, rowsOfPath } from './names';
import { insertBenchmarkSideFiles } from './side-files';
import { openStepReport, TOTALS } from './step-report/step-report-session';
import { createIndexTable } from './tables/create-index-table';
import { reportTable } from './tables/report-table';

/**
 * A step is a result; all steps below one directory with one number of clients are a run. Tables of many versions
 * give one run for each version, where the upload does not hold the files of the step.
 */
const insertBenchmarkAssembler: Assembler = {
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
  const rowsPerTable = name.rows ?? rowsOfPath(directory) ?? perClient;
  return newPart({
    ...{ benchmark: 'insert-benchmark', label, directory, variant, cores },
    workload: { ...UNKNOWN_WORKLOAD, tables: tablesOf(steps), rowsPerTable, clients },
    results: steps.map((step) => buildResult(step, { device, cores, loadedRows }, context)),
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
  const product = words.map((word) => PRODUCTS[word ?? '']).find((found) => found !== undefined);
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
