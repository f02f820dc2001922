import { addToGroup } from '../../assemble/add-to-group';
import { chooseHostDevice, coresOf } from '../../assemble/beside';
import type { Fact, FileDetails, Histogram } from '../../model/details';
import { UNKNOWN_WORKLOAD, type Variant } from '../../model/run';
import { type AssembleContext, type Assembler, type FormatFamily, logsOfType, type RunPart } from '../family';
import type { DetailsSession, LogParser, Sample } from '../parser';
import { insertBenchmarkFormat as about } from './about';
import { buildResult, clientsOf } from './assemble/build-result';
import { optionOf } from './assemble/client-figures';
import { createIndexParts, isCreateIndexLog } from './assemble/create-index-parts';
import { groupSteps, type StepFiles } from './assemble/step-files';
import { tableParts } from './assemble/table-parts';
import { iibench } from './client/iibench';
import { toHistogram } from './client/iibench-details';
import type { IibenchLog, Operation } from './client/iibench-log';
import { databaseSize } from './database-size';
import { parseRunName, rowsOfPath } from './names';
import { insertBenchmarkSideFiles } from './side-files';
import {
  PERCENTILE,
  parseRates,
  parseStepTotals,
  StepReportSession,
  TOTALS,
} from './step-report/step-report-session';
import { parseResponseTimes } from './step-report/summary-lines';
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
  const runs = new Map<string, StepFiles[]>();
  for (const step of steps) {
    const key = JSON.stringify([step.directory, clientsOf(step)]);
    addToGroup(runs, key, step);
    if (step.step !== null) continue;
    const message =
      'no directory above is named like a step (l.i0, qr100.L1); the test is named after its directory';
    context.note('NAME_UNPARSED', step.report?.path ?? step.clients[0]?.path ?? step.at, message);
  }
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
  return {
    benchmark: 'insert-benchmark',
    label: first.label,
    directory: first.directory,
    variant,
    workload: {
      ...UNKNOWN_WORKLOAD,
      tables: tablesOf(steps),
      rowsPerTable: name.rows ?? rowsOfPath(first.directory) ?? perClient,
      clients,
    },
    server: null,
    cores,
    results: steps.map((step) => buildResult(step, { device, cores, loadedRows }, context)),
  };
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
  score: ({ name, head, bytes }: Sample) => {
    const isNamed = NAME.test(name);
    if (TOTALS.test(head.split('\n', 1)[0] ?? '')) return isNamed ? 1 : 0.9;
    return isNamed && bytes.length > 0 ? 0.3 : 0;
  },
  open: (reporter) => new StepReportSession(reporter),
  openDetails: () => new StepReportDetails(),
};

const NAME = /^o\.res\.dop\d+$/;

/** The Insert Benchmark: output of its clients, reports of its steps, the author's tables, the study of index creation. */
export const insertBenchmarkFormat: FormatFamily = {
  ...about,
  parsers: [iibench, stepReport, reportTable, createIndexTable, databaseSize, ...insertBenchmarkSideFiles],
  assembler: insertBenchmarkAssembler,
};

const MAX_FACTS = 2000;
const MAX_HISTOGRAMS = 300;
const MAX_LINE = 4000;
const CPU_SECONDS = /^client: ([\d.]{1,20}) user, ([\d.]{1,20}) system, /;

/** Response times and percentiles of each client, means of iostat and vmstat, the step's totals. */
class StepReportDetails implements DetailsSession {
  readonly #histograms: Histogram[] = [];
  readonly #facts: Fact[] = [];
  readonly #clients: Partial<Record<Operation, number>> = {};
  #section: string | null = null;
  #header: string[] | null = null;
  /** Client that the percentiles belong to: each begins with its 50th. */
  #client = 0;

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const text = bytes.toString('latin1', start, Math.min(end, start + MAX_LINE)).trimEnd();
    if (lineNumber === 1) this.#totals(text, lineNumber);
    else if (/^iostat, vmstat normalized by |^average values from iostat /.test(text)) this.#section = text;
    else if (/^(?:nsamp|r\/s)\t/.test(text)) this.#header = text.split('\t');
    else if (this.#header) this.#means(text, lineNumber);
    else this.#other(text, lineNumber);
  }

  #totals(text: string, line: number): void {
    const totals = parseStepTotals(text);
    if (!totals) return;
    const { processes, rowsPerProcess, seconds, rowsPerS, queries, queriesPerS } = totals;
    const named = {
      processes,
      'rows per process': rowsPerProcess,
      seconds,
      'rows/s': rowsPerS,
      queries,
      'queries/s': queriesPerS,
    };
    for (const [name, number] of Object.entries(named)) this.#add({ group: null, name, number }, line);
  }

  #means(text: string, line: number): void {
    const header = this.#header ?? [];
    this.#header = null;
    text.split('\t').forEach((cell, index) => {
      const name = header[index];
      const number = /^[\d.]{1,20}$/.test(cell) ? Number(cell) : Number.NaN;
      if (name !== undefined) this.#add({ group: this.#section, name, number }, line);
    });
  }

  #other(text: string, line: number): void {
    const found = parseResponseTimes(text, line);
    const percentile = PERCENTILE.exec(text);
    const cpu = CPU_SECONDS.exec(text);
    if (found && this.#histograms.length < MAX_HISTOGRAMS) {
      const client = (this.#clients[found.operation] ?? 0) + 1;
      this.#clients[found.operation] = client;
      this.#histograms.push(toHistogram(found.operation, found.times, `client ${client}`));
    } else if (percentile) {
      if (percentile[1] === '50') this.#client += 1;
      for (const [operation, number] of parseRates(percentile[4] ?? '')) {
        const name = `${operation} rate at ${percentile[1]}%`;
        this.#add({ group: `client ${this.#client}`, name, number }, line);
      }
    } else if (cpu) {
      this.#add({ group: 'clients', name: 'user CPU seconds', number: Number(cpu[1]) }, line);
      this.#add({ group: 'clients', name: 'system CPU seconds', number: Number(cpu[2]) }, line);
    }
  }

  #add({ group, name, number }: Pick<Fact, 'group' | 'name'> & { number: number }, line: number): void {
    if (!Number.isFinite(number) || this.#facts.length >= MAX_FACTS) return;
    this.#facts.push({ group, name, value: String(number), number, unit: null, line });
  }

  end(): FileDetails {
    return { series: [], histograms: this.#histograms, facts: this.#facts };
  }
}
