import { Measurements } from '../../../assemble/measurements';
import { UNKNOWN_WORKLOAD } from '../../../model/run';
import type { AssembleContext, Assembler, LocatedLog } from '../../family';
import { addTime } from '../../micro-benchmark/add-operation';
import { type MeasuredFile, type MeasuredTest, partsOfMeasured } from '../../micro-benchmark/to-parts';
import { scale } from '../../micro-benchmark/units';
import { PACKAGE_MARK } from '../about';
import type { GoBenchLog, GoResult } from '../go-bench-log';
import { findSections, type Sections, sectionLabel } from '../settings';

/** Lines of one benchmark are repeats. GOMAXPROCS is the number of clients: -cpu makes a run of each value. */
export const goBenchAssembler: Assembler = {
  assemble: (logs, context) =>
    partsOfMeasured<GoBenchLog>('go-bench', { logs, context }, (located) => toFile(located, context)),
};

/** What is the same for all results of a file. */
interface OfFile {
  file: string;
  gomaxprocs: Gomaxprocs;
  sections: Sections;
}

function toFile(located: LocatedLog<GoBenchLog>, context: AssembleContext): MeasuredFile {
  const { path: file, log } = located;
  const { results } = log;
  const ofFile = {
    file,
    gomaxprocs: new Gomaxprocs(results.map(({ name }) => name)),
    sections: findSections(results.map(({ settings }) => settings)),
  };
  const timed = results.filter((result) => result.status === 'failed' || timeOf(result) !== null);
  noteWithoutTime(results, file, context);
  for (const { name, line, ...result } of timed) {
    if (timeOf(result)?.seconds === 0)
      context.note('METRIC_MISSING', file, `${name} took 0 ns: it has no rate`, line);
  }
  return { tool: 'go test', cores: null, tests: timed.map((result) => toTest(result, ofFile)) };
}

function toTest(result: GoResult, { file, gomaxprocs, sections }: OfFile): MeasuredTest {
  const { name, pkg, settings, status } = result;
  const { base, gomaxprocs: clients } = gomaxprocs.of(name);
  const short = base.slice('Benchmark'.length) || base;
  const measurements = new Measurements();
  addNumbers(measurements, result, file);
  return {
    test: pkg === null ? short : `${pkg}${PACKAGE_MARK}${short}`,
    status,
    clients,
    workload: { ...UNKNOWN_WORKLOAD, clients, label: sectionLabel(settings, sections.machine) },
    config: sectionLabel(settings, sections.config),
    measurements,
  };
}

function addNumbers(measurements: Measurements, result: GoResult, file: string): void {
  const { numbers, iterations, line } = result;
  const time = timeOf(result);
  // Of b.RunParallel the time is that of all goroutines together.
  if (time) addTime(measurements, time.seconds, { file, line: time.line, threads: 1 });
  if (iterations !== null) measurements.reported('iterations', iterations, { file, line });
  const rate = numbers['MB/s'];
  const bytes = numbers['B/s'];
  if (rate) measurements.reported('bandwidth', scale(rate.value, 6), { file, line: rate.line });
  else if (bytes) measurements.reported('bandwidth', bytes.value, { file, line: bytes.line });
  for (const [metric, unit] of [
    ['alloc_bytes_per_op', 'B/op'],
    ['allocs_per_op', 'allocs/op'],
  ] as const) {
    const number = numbers[unit];
    if (number) measurements.reported(metric, number.value, { file, line: number.line });
  }
}

function timeOf({ numbers }: Pick<GoResult, 'numbers'>): { seconds: number; line: number } | null {
  const printed = numbers['ns/op'];
  if (printed) return { seconds: scale(printed.value, -9), line: printed.line };
  const seconds = numbers['sec/op'];
  return seconds ? { seconds: seconds.value, line: seconds.line } : null;
}

function noteWithoutTime(results: readonly GoResult[], file: string, context: AssembleContext): void {
  const without = results.filter((result) => result.status === 'ok' && timeOf(result) === null);
  const [first] = without;
  if (!first) return;
  const message = `${without.length} lines without ns/op, the first of ${first.name}: their values are facts, and no result`;
  context.note('go-bench:NO_TIME', file, message, { line: first.line, severity: 'info' });
}

/** `BenchmarkRead-8`; without a suffix GOMAXPROCS is 1, or the name ends so by itself: `size-1024`. */
const SUFFIX = /^(.+)-([1-9]\d{0,4})$/;

/** A benchmark without the suffix that `go test` adds to its name. */
interface BenchmarkName {
  base: string;
  /** Null where the names do not tell. */
  gomaxprocs: number | null;
}

/**
 * Tells the suffix of GOMAXPROCS from a number that is part of a name. `go test` runs every benchmark with each value of
 * -cpu, so a suffix is GOMAXPROCS where every benchmark of the file has it. In a file of `Read-8`, `Write-8` and in one of
 * `Read`, `Read-4`, `Write`, `Write-4` it is; where some names have one and others none it is not known, and names stay whole.
 */
class Gomaxprocs {
  readonly #isSuffix: boolean;
  readonly #hasAny: boolean;

  /** @param names of all results of a file */
  constructor(names: Iterable<string>) {
    const byBase = new Map<string, Set<number>>();
    for (const name of new Set(names)) {
      const { base, suffix } = split(name);
      byBase.set(base, (byBase.get(base) ?? new Set()).add(suffix ?? 1));
    }
    const sets = [...byBase.values()];
    const all = new Set(sets.flatMap((set) => [...set]));
    this.#hasAny = all.size > 1 || !all.has(1);
    this.#isSuffix = sets.every((set) => set.size === all.size);
  }

  of(name: string): BenchmarkName {
    if (!this.#isSuffix) return { base: name, gomaxprocs: null };
    const { base, suffix } = split(name);
    // Logs that other tools rewrote have no suffix either.
    return { base, gomaxprocs: suffix ?? (this.#hasAny ? 1 : null) };
  }
}

function split(name: string): { base: string; suffix: number | null } {
  const [, base = name, suffix] = SUFFIX.exec(name) ?? [];
  return { base, suffix: suffix === undefined ? null : Number(suffix) };
}
