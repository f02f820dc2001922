import type { ReportPart } from '@basecase/analysis';
import type { Disclosure } from '@basecase/contract/types';
import type { DisclosedRun } from '@basecase/db/types';
import type { RunFact } from '@basecase/ingest/model';
import { clientsText, countText, dayText, memoryText } from '../text/words';

export type { Disclosure };

interface Found {
  value: string;
  source: string;
}

interface Item {
  id: string;
  label: string;
  /** Null where the run does not state it. */
  read: (run: DisclosedRun) => Found | null;
  /** How to record it. */
  record: string;
  /** Values of several runs as one text; left out: the first few are listed. */
  join?: (values: readonly string[]) => string;
}

const found = (value: string | null | undefined | false, source: string): Found | null =>
  value ? { value, source } : null;

const ofRun = ({ facts }: DisclosedRun, fact: RunFact) => found(facts[fact], 'facts of the run');

const asFact = (fact: RunFact, command: string) => `Fact "${fact}" in basecase.json: ${command}`;

/** Setting of the isolation level in a config file of PostgreSQL, MySQL or MariaDB. */
const ISOLATION =
  /^\s*(?:default_transaction_isolation|transaction[-_]isolation|tx[-_]isolation)\s*=?\s*['"]?([A-Za-z][A-Za-z -]*[A-Za-z])/im;
const FILE_SYSTEM = /\b(?:ext[234]|xfs|zfs|btrfs|f2fs|apfs|ntfs)\b/i;
/** `1 table × 50M rows`, `pgbench scale 50`, `1000 warehouses`: how much data a workload has, in its words. */
const DATA_SIZE = /\brows\b|\bscale\b|\bwarehouses?\b|\bkeys\b|\b\d+w\b/i;
/** A fact "compiler" that has options after its version. */
const OPTIONS = /(?:^|\s)-[A-Za-z]/;

/** A name of a build that has its flags: `rel_o2nofp`; `rel` alone has none. */
const OPTIMIZED = /(?:^|_)(?:o[0-3sgz]|lto|native)/i;

/** Everything that a repetition of a benchmark needs, in the order of the card. */
const ITEMS: readonly Item[] = [
  {
    id: 'software',
    label: 'Software',
    read: ({ product, version, versionKnown, commit }) =>
      found(
        versionKnown && [product, version, commit?.slice(0, 12)].filter(Boolean).join(' '),
        'identity of the run',
      ),
    record: '"product" and "version" in basecase.json, or the name of the directory',
  },
  {
    id: 'flags',
    label: 'Compiler flags',
    read: (run) =>
      ofRun(run, 'flags') ??
      found(OPTIONS.test(run.facts.compiler ?? '') && run.facts.compiler, 'facts of the run') ??
      found(OPTIMIZED.test(run.flavour ?? '') && run.flavour, 'name of the build'),
    record: asFact('flags', 'pg_config --cflags, or the flags given to cmake'),
  },
  {
    id: 'config',
    label: 'Config settings',
    read: ({ config, configText }) => found(configText !== null && (config ?? 'config'), 'config file'),
    record: 'The config file (my.cnf, postgresql.conf) next to the logs',
  },
  {
    id: 'isolation',
    label: 'Isolation level',
    read: (run) =>
      ofRun(run, 'isolation') ??
      found(
        ISOLATION.exec(run.configText ?? '')?.[1]
          ?.replaceAll(/[- ]+/g, ' ')
          .toLowerCase(),
        'config file',
      ),
    record: asFact('isolation', 'SHOW transaction_isolation in a session of the client'),
  },
  {
    id: 'client',
    label: 'Benchmark client',
    read: (run) => found(run.tools.join(', '), 'log') ?? ofRun(run, 'tool'),
    record: asFact('tool', 'sysbench --version, pgbench --version'),
  },
  {
    id: 'command',
    label: 'Command line',
    read: ({ command, commands, results }) =>
      found(commands === results && command, 'log') && {
        value: `${command}${commands > 1 ? ` (the first of ${commands})` : ''}`,
        source: 'log',
      },
    record: 'The command line in the log of each test (bash -x), or "command" in results.json',
  },
  {
    id: 'clients',
    label: 'Clients',
    read: ({ clients, workload }) =>
      found(clients.join(', '), 'log') ?? found(clientsText(workload.clients), 'workload'),
    record: '"clients" in basecase.json or the name of the directory',
  },
  {
    id: 'data',
    label: 'Data size',
    read: ({ workload: { details, label } }) =>
      found(
        [...details, ...label.split(', ')].find((words) => DATA_SIZE.test(words)),
        'workload',
      ),
    record: '"tables" and "rowsPerTable" in basecase.json, or the name of the directory',
  },
  {
    id: 'cache',
    label: 'Cache state',
    read: (run) =>
      ofRun(run, 'cache') ??
      found(run.cached === null ? null : run.cached ? 'cached' : 'IO-bound', 'workload'),
    record: asFact('cache', 'warm or cold, and what was read before the first measurement'),
  },
  {
    id: 'cpu',
    label: 'CPU',
    read: ({ server: { cpu, cores, coresGuessed }, facts }) => {
      const model = facts.cpu ?? cpu;
      const count = cores === null || coresGuessed ? [] : [countText(cores, 'core')];
      return model ? found([model, ...count].join(', '), 'server') : null;
    },
    record: asFact('cpu', 'lscpu | grep "Model name"'),
  },
  {
    id: 'memory',
    label: 'Memory',
    read: ({ server }) =>
      found(server.memoryBytes === null ? null : memoryText(server.memoryBytes), 'server'),
    record: '"memoryBytes" of the server in basecase.json: free -b',
  },
  {
    id: 'storage',
    label: 'Storage',
    read: ({ server, facts }) => found(facts.storage ?? server.storage, 'server'),
    record: asFact('storage', 'lsblk -o NAME,MODEL,SIZE'),
  },
  {
    id: 'filesystem',
    label: 'File system',
    read: (run) =>
      ofRun(run, 'filesystem') ??
      found(FILE_SYSTEM.exec(run.facts.storage ?? run.server.storage ?? '')?.[0].toLowerCase(), 'storage'),
    record: asFact('filesystem', 'findmnt -no FSTYPE,OPTIONS -T DATADIR'),
  },
  {
    id: 'kernel',
    label: 'Kernel',
    read: (run) => ofRun(run, 'kernel'),
    record: asFact('kernel', 'uname -r'),
  },
  {
    id: 'numa',
    label: 'NUMA',
    read: (run) => ofRun(run, 'numa'),
    record: asFact('numa', 'lscpu | grep "NUMA node(s)", and numactl where it was used'),
  },
  {
    id: 'governor',
    label: 'CPU governor',
    read: (run) => ofRun(run, 'governor'),
    record: asFact('governor', 'cat /sys/devices/system/cpu/cpu0/cpufreq/scaling_governor'),
  },
  {
    id: 'dates',
    label: 'Dates',
    read: ({ startedAt }) => found(startedAt === null ? null : startedAt.slice(0, 10), 'start of the run'),
    record: '"startedAt" in basecase.json: date -u +%FT%TZ',
    join: (values) => {
      const [first, last] = [values.toSorted()[0] ?? '', values.toSorted().at(-1) ?? ''];
      return first === last ? dayText(first) : `${dayText(first)} to ${dayText(last)}`;
    },
  },
];

/** Values of runs that are listed. */
const LISTED = 4;

function listValues(values: readonly string[]): string {
  const more = values.length - LISTED;
  return [...values.slice(0, LISTED), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/**
 * What is needed to repeat the benchmark of some runs. An item is known where every run states it.
 *
 * @returns null for no run
 */
export function discloseRuns(runs: readonly DisclosedRun[]): Disclosure | null {
  if (runs.length === 0) return null;
  const items = ITEMS.map(({ id, label, read, record, join = listValues }) => {
    const all = runs.flatMap((run) => read(run) ?? []);
    const values = [...new Set(all.map(({ value }) => value))];
    const missingIn = runs.length - all.length;
    return {
      id,
      label,
      state: missingIn === 0 ? ('known' as const) : ('missing' as const),
      value: values.length === 0 ? null : join(values),
      source: values.length === 0 ? null : [...new Set(all.map(({ source }) => source))].join(', '),
      missingIn,
      record: missingIn === 0 ? null : record,
    };
  });
  const known = items.filter(({ state }) => state === 'known').length;
  return { known, total: items.length, runs: runs.length, items };
}

/** `12 of 17 known`. */
export function disclosureCount({ known, total }: Disclosure): string {
  return `${known} of ${total} known`;
}

/** `missing in 2 of 5 runs`, `missing`; empty where every run states it. */
export function missingText({ missingIn }: Disclosure['items'][number], runs: number): string {
  if (missingIn === 0) return '';
  return missingIn === runs ? 'missing' : `missing in ${missingIn} of ${countText(runs, 'run')}`;
}

/** The card as parts of a text: its heading with the count, then an item per line. */
export function disclosureParts(disclosure: Disclosure): ReportPart[] {
  return [
    { heading: `Disclosure: ${disclosureCount(disclosure)}` },
    {
      items: disclosure.items.map((item) => ({
        label: item.label,
        text: [
          item.value === null ? '' : `${item.value} (${item.source})`,
          missingText(item, disclosure.runs),
          item.record === null ? '' : `To record it: ${item.record}`,
        ]
          .filter(Boolean)
          .join('. '),
      })),
    },
  ];
}
