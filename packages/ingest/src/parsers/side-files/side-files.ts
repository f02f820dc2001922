import type { LogParser } from '../parser';

/** Files that runs leave beside their logs: recognized by name, kept as they are, not read. */
const KINDS: readonly [kind: string, name: RegExp][] = [
  // pg_stat_* and pg_statio_* dumps before and after each test.
  ['pg_stat', /^(?:sb|o)\.(?:prepare\.)?pg[si]\./],
  // SHOW GLOBAL STATUS, SHOW VARIABLES, SHOW ENGINE STATUS, index and space statistics, memory.
  ['mysql_status', /^(?:sb|o)\.(?:prepare\.)?(?:gs|gv|es|sei|seis|esi|espl|is|mem|sgs|sgv)\d?(?:\.|$)/],
  ['config', /^(?:my\.cnf|conf\.diff|postgresql(?:\.auto)?\.conf|pg\.conf)|^sb\.pg\.conf\.|\.cnf$/],
  ['ps', /^(?:sb|o)\.(?:prepare\.)?ps(?:\.|$)/],
  ['top', /^(?:sb|o)\.(?:prepare\.)?top(?:\.|$)/],
  ['time', /^(?:sb|o)\.(?:prepare\.)?time(?:\.|$)/],
  ['file_sizes', /^(?:sb|o)\.(?:prepare\.)?(?:ls|lsh|lsa|sz|ts|df)(?:\.|$)/],
  ['rates', /^sb\.r\.(?:trx|rtavg|rtmax|rt95)\./],
  ['vacuum', /^sb\.o\.(?:my|pg)vac(?:\.|$)/],
  ['perf', /^(?:sb|o|join\d)\.(?:\S*\.)?(?:perf|pmp)(?:\.|$)|\.svg$/],
  [
    'server_log',
    /^(?:logfile|o\.(?:ini|down)|sb\.cleanup|sb\.pgid|sb\.hp)(?:\.|$)|\.err$|^sb\.prepare\.insert\./,
  ],
  ['summary_table', /^(?:qps\.(?:abs|rel)|o\.met|o\.sum|csum|sum)\./],
];

/** Above a log's own name (0.3), below content (0.9): `sb.o.myvac` is no sysbench log, but a log by content is one. */
const BY_NAME = 0.5;

export const sideFiles: readonly LogParser[] = KINDS.map(([kind, name]) => ({
  kind,
  score: (sample) => (name.test(sample.name) ? BY_NAME : 0),
  open: null,
}));
