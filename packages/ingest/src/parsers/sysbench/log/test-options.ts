import { lookUp } from '../../../model/words/look-up';
/**
 * What the head of a log says of its test. sysbench 1.x names the test nowhere; what it prints of the options gives
 * cpu, memory and fileio away. threads, mutex and the Lua scripts of 1.x say nothing.
 */
export interface TestOptions {
  type: 'oltp' | 'cpu' | 'memory' | 'fileio' | 'threads' | 'mutex' | 'tpcc' | null;
  /** `prepare` and `cleanup` make no results. */
  phase: 'run' | 'prepare' | 'cleanup';
  /** Words that make it a separate test: `['rndrw']`, `['write', '1MiB']`, `['simple', 'ro']`. */
  words: string[];
  /** What else must be equal for a fair comparison: `32MiB in 4 files`. */
  workload: string[];
}

export function noOptions(): TestOptions {
  return { type: null, phase: 'run', words: [], workload: [] };
}

type Read = (options: TestOptions, value: string, second: string) => void;

/** Words of the option `--file-test-mode`, by what is printed for them. */
const FILE_MODES: Record<string, string> = {
  'sequential write (creation)': 'seqwr',
  'sequential rewrite': 'seqrewr',
  'sequential read': 'seqrd',
  'random read': 'rndrd',
  'random write': 'rndwr',
  'random r/w': 'rndrw',
};
/** Words of `--oltp-test-mode` of 0.4. */
const OLTP_MODES: Record<string, string> = {
  simple: 'simple',
  mixed: 'complex',
  'non-transactional': 'nontrx',
  'stored procedure': 'sp',
};

const type =
  (name: TestOptions['type']): Read =>
  (options) => {
    options.type = name;
  };

/** Default values are left out of names: `cpu` is `--cpu-max-prime=10000`. */
const LINES: readonly [pattern: RegExp, read: Read][] = [
  // OLTP of 0.4: three lines, `Doing OLTP test.`, `Running mixed OLTP test`, `Doing read-only test`.
  [/^Doing OLTP test\.$/, type('oltp')],
  [
    /^Running (simple|mixed|non-transactional|stored procedure) (?:OLTP )?test$/,
    (options, mode) => options.words.push(lookUp(OLTP_MODES, mode) ?? mode),
  ],
  [/^Doing read-only test$/, (options) => options.words.push('ro')],
  [/^Using (\w+) distribution\b/, (options, name) => options.workload.push(`${name} distribution`)],
  [/^Skipping BEGIN\/COMMIT$/, (options) => options.workload.push('no BEGIN/COMMIT')],
  // Percona's Lua scripts of TPC-C name the schema of PostgreSQL, one line or several in one for each thread.
  [/^DB SCHEMA \S/, type('tpcc')],
  // CPU: 1.x before the test, 0.4 and 0.5 `Maximum prime number checked in CPU test: 20000`.
  [/^Doing CPU (?:performance|speed) (?:benchmark|test)$/, type('cpu')],
  [/^(?:Prime numbers limit|Maximum prime number checked in CPU test): (\d+)$/, readPrimeLimit],
  [/^(?:Doing memory operations speed test|Running memory speed test with .*)$/, type('memory')],
  [/^(?: {2}block size|Memory block size): (\d+\w*)$/, readMemoryBlock],
  [
    /^(?: {2}operation|Memory operations type): (\w+)$/,
    (options, operation) => options.words.unshift(operation),
  ],
  [/^(?: {2}scope|Memory scope type): (\w+)$/, readScope],
  [/^(?:Doing|Running) thread(?:s)? subsystem performance test$/, type('threads')],
  [/^(?:Doing|Running) mutex performance test$/, type('mutex')],
  // Files: `4 files, 8MiB each`, `32MiB total file size`, `Block size 16KiB`, `Doing random r/w test`.
  [/^Extra file open flags: /, type('fileio')],
  // 0.4 and 0.5 print no more of a load of files.
  [/^\d+ files, \d+\w+ each, \d+\w+ total$/, phase('prepare')],
  [/^(\d+) files, \d+\w+ each$/, (options, files) => options.workload.push(`${files} files`)],
  [/^(\d+\w+) total file size$/, (options, size) => options.workload.push(size)],
  [/^Block size (\d+\w+)$/, (options, size) => addUnlessDefault(options.words, size, /^16Ki?b$/i)],
  [/^Using (\w+) I\/O mode$/, (options, mode) => addUnlessDefault(options.workload, mode, /^synchronous$/)],
  [
    /^Doing (sequential|random) (write \(creation\)|rewrite|read|write|r\/w) test$/,
    (options, order, operation) =>
      options.words.unshift(lookUp(FILE_MODES, `${order} ${operation}`) ?? order),
  ],
  [
    /^(?:Creating files for the test\.\.\.|Creating table '.*|Inserting \d+ records into .*)$/,
    phase('prepare'),
  ],
  [/^(?:Removing test files\.\.\.|Dropping table '.*)$/, phase('cleanup')],
];

/** How the lines above begin: one look for the many that are none of them. */
const BEGINNING =
  /^(?:Doing |Running (?:simple|mixed|non-|stored|memory|thread|mutex)|Using |Skipping |Prime |Maximum |Memory |Extra |Block |Creating |Inserting |Removing |Dropping |DB SCHEMA | {2}[bos]|\d)/;

/** Reads one line before the test starts, or one that 0.4 prints before its summary. Most lines say nothing. */
export function readOptionLine(options: TestOptions, text: string): void {
  if (!BEGINNING.test(text)) return;
  for (const [pattern, read] of LINES) {
    const found = pattern.exec(text);
    if (!found) continue;
    read(options, found[1] ?? '', found[2] ?? '');
    return;
  }
}

function phase(name: TestOptions['phase']): Read {
  return (options) => {
    options.phase = name;
  };
}

function addUnlessDefault(words: string[], value: string, byDefault: RegExp): void {
  if (!byDefault.test(value)) words.push(value);
}

function readPrimeLimit(options: TestOptions, limit: string): void {
  options.type = 'cpu';
  addUnlessDefault(options.words, `prime=${limit}`, /^prime=10000$/);
}

function readMemoryBlock(options: TestOptions, size: string): void {
  addUnlessDefault(options.words, size, /^1Ki?B?$/i);
}

function readScope(options: TestOptions, scope: string): void {
  addUnlessDefault(options.workload, `${scope} scope`, /^global scope$/);
}

/** Block size of the file test in MiB, from its words: `4KiB`; 16 KiB when none of them is one. */
export function blockMib(words: readonly string[]): number {
  for (const word of words) {
    const [, digits, unit = ''] = /^(\d{1,9})([KM]?)i?b$/i.exec(word) ?? [];
    if (digits !== undefined)
      return Number(digits) * ({ K: 1 / 1024, M: 1 }[unit.toUpperCase()] ?? 1 / 1024 ** 2);
  }
  return 16 / 1024;
}
