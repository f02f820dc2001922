import { byDirectory } from '../../assemble/add-to-group';
import { type Measurements, newResult } from '../../assemble/measurements';
import { claimLogs } from '../../assemble/parts-of-drafts';
import { baseName } from '../../identity/names/base-name';
import { findVariant, type Place, placeLabel, variantOfName } from '../../identity/names/find-variant';
import { METRICS } from '../../model/metric';
import type { ResultStatus, Variant, Workload } from '../../model/run';
import type { AssembleContext, LocatedLog, RunPart } from '../family';
import type { ParsedLog } from '../parser';

/** One measurement of one benchmark. */
export interface MeasuredTest {
  test: string;
  status: Extract<ResultStatus, 'ok' | 'failed'>;
  /** Threads that ran it, null when the output does not say. */
  clients: number | null;
  workload: Workload;
  /** Text of the output that distinguishes it from other configs; null when there is none. */
  config: string | null;
  measurements: Measurements;
}

export interface MeasuredFile {
  /** Tool and version. */
  tool: string;
  /** Cores of the machine as the output says, null when it does not. */
  cores: number | null;
  tests: readonly MeasuredTest[];
}

/**
 * Claims the logs of a format and makes parts of runs of them: one for each run, workload and config. Repeats are counted
 * when parts are joined.
 *
 * @param type of the logs, and the id of their benchmark
 */
export function partsOfMeasured<Log extends ParsedLog>(
  type: Log['type'],
  { logs, context }: { logs: readonly LocatedLog[]; context: AssembleContext },
  measure: (located: LocatedLog<Log>, all: readonly LocatedLog<Log>[]) => MeasuredFile,
): RunPart[] {
  const claimed = claimLogs<Log>(logs, type, context);
  const files = claimed.map((located) => ({ path: located.path, ...measure(located, claimed) }));
  const names = nameRuns(
    files.map((file) => ({
      path: file.path,
      tests: new Set(file.tests.map(({ test, workload }) => JSON.stringify([test, workload]))),
    })),
    context.rootLabel,
  );
  const parts = new Map<string, RunPart>();
  for (const { path: file, tool, cores, tests } of files) {
    const name = names.get(file);
    if (!name) continue;
    for (const { workload, config, ...measured } of tests) {
      const key = JSON.stringify([file, workload, config]);
      const part = parts.get(key) ?? {
        ...{ benchmark: type, ...name, variant: withConfig(name.variant, config), workload, server: null },
        ...{ cores: context.cores(name.directory) ?? cores, results: [] },
      };
      parts.set(key, part);
      part.results.push(newResult({ ...measured, unit: OPERATIONS_PER_S, tool }));
    }
  }
  return [...parts.values()];
}

/** The run that the results of a file belong to. */
interface RunName {
  label: string;
  directory: string;
  variant: Variant;
}

/** A file and what it measured: a test and how many threads ran it. */
interface FileTests {
  path: string;
  tests: ReadonlySet<string>;
}

const EXTENSION = /\.(?:json|txt|log|out|md|bench)$/i;
/** `bench_run2`, `round-3`: files of repeats, which are parts of one run. */
const REPEAT = /(?:^|[-_.])(?:run|repeat|rep|round|iteration|iter)[-_.]?\d{1,6}$/i;

/** The output names machines, compilers, packages and the tool; only names of directories and files say the product. */
const ANY = { isAnyProduct: true };

/**
 * Names the run of each file. Files of one directory that measured different tests complete each other and are one run.
 * Those with the same tests are distinguished by their names, because people compare `old.txt` with `new.txt`;
 * names that count runs (`bench_run1.json`, `bench_run2.json`) are repeats.
 */
export function nameRuns(files: readonly FileTests[], rootLabel: string): Map<string, RunName> {
  const names = new Map<string, RunName>();
  for (const [directory, own] of byDirectory(files)) {
    const place = { directory, rootLabel };
    const stems = new Map(own.map((file) => [file.path, stemOf(file.path)]));
    const isApart = new Set(stems.values()).size > 1 && sharesTests(own);
    for (const [file, stem] of stems)
      names.set(file, isApart && stem !== '' ? nameOfFile(place, stem) : nameOfDirectory(place, stem));
  }
  return names;
}

function stemOf(file: string): string {
  return baseName(file).replace(EXTENSION, '').replace(REPEAT, '');
}

function sharesTests(files: readonly FileTests[]): boolean {
  const seen = new Set<string>();
  for (const { tests } of files) {
    for (const test of tests) {
      if (seen.has(test)) return true;
    }
    for (const test of tests) seen.add(test);
  }
  return false;
}

/** The directory says more than the file: `sortlib-2.4.1/bench.json`. */
function nameOfDirectory(place: Place, stem: string): RunName {
  const variant = findVariant(place, ANY);
  const said = variant.versionKnown ? variant : (variantOfName(stem, ANY) ?? variant);
  return { label: placeLabel(place), directory: place.directory, variant: said };
}

/** The name of a file is a version, or a config of the version that the directory is named after. */
function nameOfFile(place: Place, stem: string): RunName {
  const { directory } = place;
  const label = directory === '.' ? stem : `${placeLabel(place)}/${stem}`;
  const own = variantOfName(stem, ANY);
  if (own) return { label, directory, variant: own };
  const above = findVariant(place, ANY);
  if (above.versionKnown) return { label, directory, variant: withConfig(above, stem) };
  const unknown = { version: stem, versionKnown: false, flavour: null, config: null };
  return { label, directory, variant: { product: above.product, ...unknown } };
}

/** `clang` and `note=after` → `clang.note=after` */
function withConfig(variant: Variant, words: string | null): Variant {
  if (words === null) return variant;
  return { ...variant, config: variant.config === null ? words : `${variant.config}.${words}` };
}

/*
 * Micro-benchmarks print how long an operation takes; heatmaps compare throughput, of which more is better. So the time is
 * kept as it is printed, and the throughput is computed of it: operations/s = 1 / time per operation. Both are of the same
 * line, and a ratio of two throughputs is that of the two times turned over. Tools that print a rate have it as it is.
 */
const OPERATIONS_PER_S = 'operations/s';

interface OperationAt {
  file: string;
  line: number;
}

/** Which operations a time is of: threads that work side by side take it each, or all of them together. */
export interface TimeOf {
  /** 1: the time is of all threads together. Null: unknown, so no rate is derived. */
  threads: number | null;
}

/**
 * Adds the time of an operation in seconds and the throughput that follows from it. A time of 0 has no rate, and one that
 * is out of its bounds neither: it is reported when numbers are settled.
 *
 * @returns false where the time has no rate
 */
export function addTime(
  measurements: Measurements,
  seconds: number,
  { file, line, threads }: OperationAt & TimeOf,
): boolean {
  measurements.reported('time_per_op', seconds, { file, line });
  if (seconds <= 0 || seconds > METRICS.time_per_op.bounds.max || threads === null) return false;
  const formula = threads === 1 ? 'inverse_of_time' : 'threads_by_time';
  measurements.computed('throughput', threads / seconds, { file, line, unit: OPERATIONS_PER_S, formula });
  return true;
}

/** Adds a rate that the tool prints, in operations per second. */
export function addRate(
  measurements: Measurements,
  operationsPerS: number,
  { file, line }: OperationAt,
): void {
  measurements.reported('throughput', operationsPerS, { file, line, unit: OPERATIONS_PER_S });
}
