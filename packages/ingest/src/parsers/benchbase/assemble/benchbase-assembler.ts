import path from 'node:path';
import { hostLogsOf } from '../../../assemble/host-logs';
import { noteZeroThroughput, partsOfDrafts } from '../../../assemble/parts-of-drafts';
import { baseName } from '../../../layout/base-name';
import { findVariant, type Place } from '../../../layout/find-variant';
import { productOfWord } from '../../../layout/products';
import { UNKNOWN_WORKLOAD, type Variant, type Workload } from '../../../model/run';
import { type AssembleContext, type Assembler, type LocatedLog, logsOfType } from '../../family';
import type { TpccLog } from '../../tpcc/tpcc-log';
import { type BenchbaseConfig, limitOf, type Work } from '../config/config-log';
import type { BenchbaseSummary } from '../summary/summary-log';
import { secondsOf } from '../windows/windows-log';
import { isCovered } from './add-windows';
import { buildResults, isRawWhole } from './build-results';
import { type Draft, draftsOf, placeOf } from './drafts';
import { groupFiles } from './group-files';

/**
 * The files of a run, joined by the name that they share, become the result of its benchmark and one of each transaction.
 * Runs of one directory, product and workload are one part, and repeats of each other.
 */
export const benchbaseAssembler: Assembler = {
  assemble(logs, context) {
    const drafts = groupFiles(logs, context).flatMap((files) => draftsOf(files, context));
    claimConsoles(drafts, logs, context);
    // With several runs per file, the run that vmstat belongs to is unknown.
    const single = drafts.filter(({ summary }) => (summary?.log.summaries.length ?? 1) === 1).map(placeOf);
    const host = hostLogsOf(single, logs, context);
    const all = drafts.map((draft): Draft => ({ ...draft, host: host.get(placeOf(draft)) ?? {} }));
    return partsOfDrafts(all, context, (draft, place) => {
      noteDraft(draft, context);
      const workload = workloadOf(draft.said, draft.config?.log ?? null);
      return {
        benchmark: 'benchbase',
        variant: variantOf(place, draft.said),
        workload,
        build: (hardware) => buildResults(draft, { ...hardware, clients: workload.clients }),
      };
    });
  },
};

const CLIENTS: ReadonlySet<string> = new Set(['BenchBase', 'OLTPBench']);
/** Of the benchmark's overall row, as `tpcc` names it. */
const ALL = 'all';

/**
 * Takes the consoles that repeat a summary: the only run of a console measured as many requests as
 * the only summary of the directory with this number. The summary has more, and counts; the console is kept.
 */
function claimConsoles(
  drafts: readonly Draft[],
  logs: readonly LocatedLog[],
  context: Pick<AssembleContext, 'claim' | 'note'>,
): void {
  for (const console of logsOfType<TpccLog>(logs, 'tpcc')) {
    const [run, ...others] = console.log.runs;
    const requests = run?.transactions.find(({ test }) => test === ALL)?.count;
    if (!run || others.length > 0 || !requests || !CLIENTS.has(run.tool)) continue;
    const directory = path.posix.dirname(console.path);
    const same = drafts.filter(
      (draft) => draft.directory === directory && draft.said?.requests?.value === requests.value,
    );
    const [own] = same;
    if (!own || same.length > 1) continue;
    context.claim(console);
    const message = `the console of the run of ${baseName(own.file)}, which has its ${requests.value} requests with more numbers; this file is kept and not read`;
    context.note('NO_RESULT', console.path, message, requests.line);
  }
}

/** By the type that a configuration names, where it is not the product's own word: enum DatabaseType of BenchBase. */
const PRODUCTS: Readonly<Record<string, string>> = {
  db2: 'Db2',
  h2: 'H2',
  hsqldb: 'HSQLDB',
  memsql: 'SingleStore',
  monetdb: 'MonetDB',
  noisepage: 'NoisePage',
  oracle: 'Oracle Database',
  phoenix: 'Phoenix',
  singlestore: 'SingleStore',
  sqlazure: 'SQL Server',
  sqlserver: 'SQL Server',
};
/** What a server that speaks the protocol of another one says of itself. */
const SAID: readonly (readonly [pattern: RegExp, product: string])[] = [
  [/-YB-(\d+(?:\.\d+)+)/, 'YugabyteDB'],
  [/CockroachDB [A-Z ]{0,8}v(\d+(?:\.\d+)+)/, 'CockroachDB'],
  [/(?:^|[^\d.])(\d+\.\d+\.\d+)-MariaDB/i, 'MariaDB'],
  [/TiDB-v(\d+(?:\.\d+)+)/, 'TiDB'],
  [/^PostgreSQL (\d+(?:(?:\.\d+)+|(?:devel|beta|rc|alpha)\d*)?)/, 'PostgreSQL'],
];
/** `8.0.28-0ubuntu0.20.04.3`, `Oracle Database 19.3.0.0.0`. */
const RELEASE = /(?:^|[\sv])(\d+(?:\.\d+){1,3})/;

/** The variant of a run: by the name of its directory, else as the server told BenchBase. */
export function variantOf(place: Place, summary: BenchbaseSummary | null): Variant {
  const product = productOf(summary?.dbms ?? null);
  const said = summary?.version ? versionOf(summary.version, product) : null;
  return findVariant(place, { product, said });
}

function productOf(dbms: string | null): string | null {
  if (dbms === null) return null;
  const lower = dbms.toLowerCase();
  return (Object.hasOwn(PRODUCTS, lower) ? PRODUCTS[lower] : null) ?? productOfWord(dbms) ?? dbms;
}

function versionOf(text: string, product: string | null): { product: string; version: string } | null {
  for (const [pattern, name] of SAID) {
    const version = pattern.exec(text)?.[1];
    if (version !== undefined) return { product: name, version };
  }
  const release = RELEASE.exec(text)?.[1];
  return release === undefined || product === null ? null : { product, version: release };
}

/** More phases than this would make the label too long. */
const MAX_PHASES = 4;

/**
 * What must be equal for a fair comparison: `scale factor 10, serializable, weights 45,43,4,4,4, limited to 100/s`.
 * Terminals are a separate field. Weights and limits come from the configuration in the directory; those of several
 * phases follow each other. How long a run took is not in it.
 */
function workloadOf(summary: BenchbaseSummary | null, config: BenchbaseConfig | null): Workload {
  const scale = summary?.scaleFactor ?? config?.scaleFactor ?? null;
  const isolation = summary?.isolation ?? config?.isolation ?? null;
  const works = config?.works ?? [];
  const weights = inPhases(works.map((work) => work.weights));
  const words = [
    scale === null ? null : `scale factor ${scale}`,
    isolation === null ? null : isolationOf(isolation),
    weights === null ? null : `weights ${weights}`,
    limitWords(works),
  ].filter((word) => word !== null);
  return {
    ...UNKNOWN_WORKLOAD,
    clients: summary?.terminals ?? config?.terminals ?? null,
    label: words.length > 0 ? words.join(', ') : null,
  };
}

/** `limited to 100/s`, of phases with several rates `rates unlimited then 500/s`; null without a limit. */
function limitWords(works: readonly Work[]): string | null {
  if (works.every(({ rate }) => rate === null)) return null;
  const words = inPhases(works.map(({ rate }) => (rate === null ? 'unlimited' : `${rate}/s`)));
  const isOne = new Set(works.map(({ rate }) => rate)).size === 1;
  return `${isOne ? 'limited to' : 'rates'} ${words}`;
}

/** The value of each phase, once where all are equal. */
function inPhases(texts: readonly (string | null)[]): string | null {
  const phases = texts.filter((text) => text !== null);
  if (new Set(phases).size <= 1) return phases[0] ?? null;
  const more = phases.length > MAX_PHASES ? ` and ${phases.length - MAX_PHASES} more` : '';
  return `${phases.slice(0, MAX_PHASES).join(' then ')}${more}`;
}

/** `TRANSACTION_READ_COMMITTED` → `read committed` */
function isolationOf(name: string): string {
  return name
    .replace(/^TRANSACTION_/i, '')
    .toLowerCase()
    .replaceAll('_', ' ');
}

type Notes = Pick<AssembleContext, 'note'>;

/** A throughput of at least this part of a limit was held down by it. */
const LIMIT_PART = 0.99;

/** Says what is to be known of a run before its numbers are believed. */
function noteDraft(draft: Draft, context: Notes): void {
  noteState(draft, context);
  noteLimit(draft, context);
  noteCut(draft, context);
}

function noteState({ said, file }: Draft, context: Notes): void {
  const state = said?.finalState;
  if (state && state.text !== 'EXIT') {
    const message = `"Final State" is ${state.text}, expected EXIT: the run was aborted. Find the cause in its output and run it again.`;
    context.note('benchbase:FINAL_STATE', file, message, state.line);
  }
  if (said?.isWhole && !said.throughput) {
    const message = 'no "Throughput (requests/second)": the run has no result';
    context.note('METRIC_MISSING', file, message, said.line);
  }
  noteZeroThroughput(file, said?.throughput, context);
}

function noteLimit({ said, windows, config }: Draft, context: Notes): void {
  const limit = config && limitOf(config.log);
  const throughput = said?.throughput?.value ?? windows[0]?.log.throughput ?? null;
  if (!limit || throughput === null || throughput < limit.rate * LIMIT_PART) return;
  const message = `limited to ${Number(limit.rate.toFixed(3))} requests/s, and the throughput is ${Number(throughput.toFixed(3))}: it is what was asked for`;
  context.note('benchbase:RATE_LIMITED', config.path, message, limit.line);
}

function noteCut(draft: Draft, context: Notes): void {
  const { raw, said, seconds } = draft;
  if (raw && !isRawWhole(raw.log, draft) && raw.log.rows > 0) {
    const counted = said?.requests?.value ?? null;
    if (counted !== null) {
      const message = `holds ${raw.log.rows} of ${counted} requests of the summary: the file was cut, or is of another run. Not used`;
      context.note('TRUNCATED_LOG', raw.path, message);
    } else {
      const message =
        'no summary says how many requests were measured, and how long: they are shown as a chart only';
      context.note('NO_RESULT', raw.path, message);
    }
  }
  for (const { path: file, log } of [...draft.windows, ...draft.transactions.values()]) {
    if (isCovered(log, seconds)) continue;
    const message = `ends after ${secondsOf(log)} of ${Number((seconds ?? 0).toFixed(3))} s: the file was cut, or no request began later`;
    context.note('TRUNCATED_LOG', file, message, log.lastLine);
  }
}
