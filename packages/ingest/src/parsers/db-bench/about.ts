import { type BenchmarkModel, SECONDS } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

const GROUPS: readonly [id: string, label: string, pattern: RegExp][] = [
  ['load', 'Load', /^(?:fill|bulkload|filluniquerandom)/],
  [
    'read-write',
    'Reads while writing',
    /whilewriting|whilemerging|randomwithverify|readrandomwriterandom|readwhile/,
  ],
  ['write', 'Writes', /^(?:overwrite|update|merge|delete|readrandommerge|xorupdate|append)/],
  ['read', 'Reads', /^(?:read|multiread|fwdrange|revrange|seek|newiter|scan)/],
];

/** Order of the tests in benchmark.sh's all.sh within their groups; longest word first where one begins another. */
const ORDER = [
  'fillseq',
  'fillrandom',
  'bulkload',
  'readrandom',
  'multireadrandom',
  'revrangewhilewriting',
  'fwdrangewhilewriting',
  'readwhilewriting',
  'fwdrange',
  'revrange',
  'overwritesome',
  'overwriteandwait',
  'overwrite',
  'updaterandom',
  'mergerandom',
];
const GROUP_SPAN = 1_000_000;
const WORD_SPAN = 1000;

const dbBenchModel: BenchmarkModel = {
  id: 'db_bench',
  name: 'db_bench',
  throughputLabel: 'ops/s',
  throughputUnit: 'operations/s',
  heatmapMetrics: [
    'throughput',
    'latency_avg',
    'latency_p50',
    'latency_p99',
    'write_amplification',
    'stall_percent',
    ...SECONDS,
  ],
  placeTest(name) {
    const found = GROUPS.findIndex(([, , pattern]) => pattern.test(name));
    const word = ORDER.findIndex((known) => name.startsWith(known));
    const threads = Math.min(Number(/\.t(\d+)/.exec(name)?.[1] ?? 0), WORD_SPAN - 1);
    const group = GROUPS[found]?.[0] ?? 'other';
    const place = (word < 0 ? ORDER.length : word) * WORD_SPAN + threads;
    return {
      group,
      position: (found < 0 ? GROUPS.length : found) * GROUP_SPAN + place,
      unit: 'operations/s',
      known: found >= 0,
    };
  },
  groupLabel: (group) => GROUPS.find(([id]) => id === group)?.[1] ?? group,
};

export const dbBenchFormat: FormatInfo = { name: 'db-bench', tool: 'db_bench', benchmark: dbBenchModel };
