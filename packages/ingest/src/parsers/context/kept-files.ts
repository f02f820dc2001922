import type { LogParser } from '../parser';
import { contextParser } from './facts';
import { StorageSession } from './storage/storage-session';

/** Files that are known and kept, and whose text is all that anybody wants of them. */
export const keptFiles: readonly LogParser[] = [
  // SHOW ENGINE PERFORMANCE_SCHEMA STATUS, index statistics, memory, table definitions.
  contextParser({
    kind: 'mysql_info',
    name: /^(?:sb|o)\.(?:[\w.]+\.)?(?:esi|espl|is|mem|createtable|tablestatus|frag)\d?(?:\.|$)/,
  }),
  // `vac_my starts at ...`, `INFO:  vacuuming "public.sbtest1"`. They match `sb.o.*` but hold no test.
  contextParser({
    kind: 'vacuum',
    name: /^sb\.o\.(?:my|pg)vac(?:\.|$)/,
    needles: ['vac', 'INFO:  vacuuming'],
    content: /^(?:vac_my|pg_vac) starts at |^INFO: {2}vacuuming "/m,
  }),
  // perf report, poor man's profiler; counters and flame graphs are separate kinds.
  contextParser({ kind: 'perf', name: /(?:^|\.)(?:perf(?!\.(?:hw|stat|g)\.)|pmp)(?:\.|$)/ }),
  contextParser({ kind: 'picture', name: /^(?!.*\.perf\.g\.).*\.(?:svg|png|gif|jpe?g|pdf)$/i }),
  contextParser({
    kind: 'server_log',
    name: /^(?:logfile|o\.(?:[\w.]+\.)?(?:ini|down|logfile)|sb\.cleanup|sb\.pgid)(?:\.|$)|\.err$|^sb\.prepare\.insert\./,
    headLines: 5,
    content:
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ \w+ \[\d+\] LOG: |^\d{4}-\d\d-\d\dT\S+ \d+ \[\w+\] \[MY-\d+\] |^The files belonging to this database system/m,
  }),
  // lsblk, udisksctl, uname, lscpu: what a server is.
  contextParser({
    kind: 'system_info',
    name: /^(?:hw|lscpu|uname|\w+_version)\.txt$/,
    needles: ['$ ', 'Architecture:', 'MODEL'],
    content: /^(?:\$ (?:lsblk|udisksctl|lscpu|uname)|Architecture: +\S+$|NAME +TYPE +MODEL )/m,
    open: () => new StorageSession(),
    isKept: true,
  }),
  // dd, mount options, then fio: a study of discard.
  contextParser({ kind: 'trim_test', name: /^o\.test\.out$/ }),
  contextParser({ kind: 'notes', name: /^(?:DESC|NOTES?|README)(?:\.(?:txt|md))?$/i }),
  // Tables that authors made of many runs, and data for gnuplot.
  contextParser({
    kind: 'summary_table',
    name: /^(?:qps\.(?:abs|rel)|o\.met|o\.sum|o\.getmin|csum|sum)\.|^summary\.r[ow]$|^(?:QPS|RT_\w+)\.dat$/,
    needles: ['# data set ', 'l.i0\t'],
    content: /^# data set \d+ -> |^l\.i0\tq\d+\t(?:q\d+\t)*dbms\s*$/m,
  }),
];
