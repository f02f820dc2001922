import path from 'node:path';
import { baseName } from '../../identity/names/base-name';
import { takeBuild } from '../../identity/names/take-build';
import type { Build } from '../../model/build';
import { lookUp } from '../../model/words/look-up';

export interface LogName {
  /** `benchmark.sh`: the name is the test's; `mytools`: `o.<step>`, which names one of several executions. */
  tool: 'benchmark.sh' | 'mytools';
  /** `readrandom.t8`, `overwrite.t2.s0`, `fillseq.wal_disabled.v400`; for mytools the step: `point2`. */
  word: string;
  /** Of `.t<threads>`. */
  threads: number | null;
}

/** What the name of a log says, null for names of no convention. `bulkload_fillrandom` is the load of `bulkload`. */
export function parseLogName(name: string): LogName | null {
  const bare = baseName(name);
  const word = /^benchmark_(\S+)\.log$/.exec(bare)?.[1];
  if (word) return { tool: 'benchmark.sh', word: word.replace('_fillrandom', ''), threads: threadsOf(word) };
  const step = /^o\.([A-Za-z]\w*)$/.exec(bare)?.[1];
  return step && step !== 'all' ? { tool: 'mytools', word: step, threads: null } : null;
}

/** Threads of a test: `.t8` of `readrandom.t8` and `overwrite.t8.s0`. */
export function threadsOf(test: string): number | null {
  const threads = Number(/\.t(\d{1,5})(?:\.|$)/.exec(test)?.[1] ?? 0);
  return threads > 0 ? threads : null;
}

export interface PathFacts {
  /** `byrx`: cached by RocksDB, `iobuf`: buffered, `iodir`: O_DIRECT. */
  workload: string | null;
  cached: boolean | null;
  /** Of `nt8` or `dop8`: the most threads of the tests. */
  clients: number | null;
  /** `6.29` of a run directory `6.29.clang.lto`. */
  version: string | null;
  /** Which build of that version: `10.9.0-g4eb13e8`. */
  build: Build | null;
  flavour: string | null;
  config: string | null;
}

const WORKLOADS: Readonly<Record<string, boolean>> = { byrx: true, iobuf: false, iodir: false };
const CLIENTS = /^(?:nt|dop)(\d{1,5})$/;
const COMPILER = /^(?:gcc|clang|icc|lto|pgo|o[0-3s])\w*$/;
/** `6.29.clang.lto`: version and compiler, below `bm.lc.nt<threads>.d<0|1>`. */
const VERSION_DIRECTORY =
  /^(?:rocksdb[-_.]|db_bench[-_.])?v?(\d{1,2}\.\d{1,2}(?:\.\d{1,2})?)(?:\.([a-z][\w.]*))?$/;
/** Words of a summary's name other than its configuration: versions, threads. */
const NO_CONFIG = /^(?:\d+x|nt\d+|dop\d+|both|all|abs\d?|rel\d?|res)$/;

/** What directories and the words of a summary's name (`sum.byrx.clang.lto.txt`) say. */
export function parsePath(filePath: string): PathFacts {
  const directories = path.posix.dirname(filePath).split('/').reverse();
  const name = baseName(filePath);
  const words = summaryWords(name);
  const named = [...words, ...directories.flatMap((directory) => directory.split('.'))];
  const workload = named.find((word) => Object.hasOwn(WORKLOADS, word)) ?? null;
  const taken = takeBuild(directories[0] ?? '');
  const [, version = null, compiler = null] = VERSION_DIRECTORY.exec(taken.rest) ?? [];
  const flavours = words.filter((word) => COMPILER.test(word));
  const configs = words.filter(
    (word) => !flavours.includes(word) && word !== workload && !NO_CONFIG.test(word),
  );
  return {
    workload,
    cached: workload === null ? null : (lookUp(WORKLOADS, workload) ?? null),
    clients: Number(CLIENTS.exec(named.find((word) => CLIENTS.test(word)) ?? '')?.[1] ?? 0) || null,
    version,
    build: version === null ? null : taken.build,
    flavour: flavours.length > 0 ? flavours.join('.') : compiler,
    config: configs.length > 0 ? configs.join('.') : null,
  };
}

/** `clang`, `lto` and `byrx` of `sum.byrx.clang.lto.txt`; none for `report.tsv` and `summary.tsv`. */
function summaryWords(name: string): string[] {
  const inner = /^(?:c?sum\d?|fmt|abs\d?|rel\d?)\.(.+)\.(?:txt|tsv|csv)(?:\.sdev)?$/.exec(name)?.[1];
  return inner ? inner.split('.') : [];
}
