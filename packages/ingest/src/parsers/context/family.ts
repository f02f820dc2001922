import { manifestParser } from '../../manifest/manifest-parser';
import type { FormatFamily } from '../family';
import type { LogParser } from '../parser';
import { contextFormat as about } from './about';
import { mysqlStatus } from './database/mysql-status';
import { HEAD_LINES, newPairReader, PAIR_NEXT, PAIR_START } from './database/name-value-pairs';
import { pgStat } from './database/pg-stat';
import { contextParser, factsOf } from './facts';
import { fileSizes } from './file-sizes';
import { perfStat } from './perf-stat';
import { ps, top } from './process-list';
import { runSettings } from './run-settings';
import { serverVersion } from './server-version';
import { innodbHistory, meminfo, rates } from './small-tables';
import { time } from './time';

/** `2026/11/21-02:49:22.687644 12965 `: time and thread before every line of a LOG. */
const STAMP = /^\d{4}\/\d\d\/\d\d-\d\d:\d\d:\d\d\.\d+ \S+ +/;

/**
 * LOG of RocksDB: version, then the options of the database and of each column family.
 *
 * 2026/11/21-02:49:22.687644 12965 RocksDB version: 7.8.3
 * 2026/11/21-02:49:22.687667 12965                         Options.error_if_exists: 0
 */
const rocksdbLog = contextParser({
  kind: 'rocksdb_log',
  name: /^LOG(?:\.old)?(?:\.\d+)?$/,
  needles: ['RocksDB version: '],
  content: /^\d{4}\/\d\d\/\d\d-\S+ \S+ +(?:\[[^\]\n]*\] +)?RocksDB version: /m,
  details: factsOf((facts) => {
    let group: string | null = null;
    const seen = new Set<string>();
    return {
      line(text, line) {
        const stamp = STAMP.exec(text);
        if (!stamp) return;
        const rest = text.slice(stamp[0].length).replace(/^\[[^\]]{1,200}\] +/, '');
        group = /Options for column family \[([^\]]{1,100})\]/.exec(rest)?.[1] ?? group;
        const [, name = '', value = ''] =
          /^(RocksDB version|Git sha|Compile date|Options\.[\w.[\]]+):? +(.*)$/.exec(rest) ?? [];
        const isOption = name.startsWith('Options.');
        // Reopened databases print them again.
        const key = `${isOption ? group : ''} ${name}`;
        if (value === '' || seen.has(key) || seen.size > 20_000) return;
        seen.add(key);
        facts.add({
          name: isOption ? name.slice(8) : name,
          value,
          line,
          group: isOption ? (group ?? 'DB') : null,
        });
      },
    };
  }),
});

/**
 * OPTIONS file of RocksDB.
 *
 * [Version]
 *   rocksdb_version=7.8.3
 */
const rocksdbOptions = contextParser({
  kind: 'rocksdb_options',
  name: /^OPTIONS-\d+$/,
  needles: ['rocksdb_version='],
  content: /^\[Version\]\s+rocksdb_version=/m,
  details: factsOf((facts) => {
    let group: string | null = null;
    return {
      line(text, line) {
        group = /^\s*\[(.{1,200})\]\s*$/.exec(text)?.[1] ?? group;
        const [, name = '', value = ''] = /^\s*(\w+)=(.*)$/.exec(text) ?? [];
        if (value !== '') facts.add({ name, value, line, group });
      },
    };
  }),
});

/** Lines with one number each, and what they are called here. */
const NUMBERS: readonly [pattern: RegExp, name: string, unit: string | null][] = [
  [/^History list length (\d+)/, 'history list length', null],
  [/^Log sequence number +(\d+)/, 'log sequence number', 'bytes'],
  [/^Log flushed up to +(\d+)/, 'log flushed up to', 'bytes'],
  [/^Pages flushed up to +(\d+)/, 'pages flushed up to', 'bytes'],
  [/^Last checkpoint at +(\d+)/, 'last checkpoint at', 'bytes'],
  [/^Total large memory allocated (\d+)/, 'large memory allocated', 'bytes'],
  [/^Buffer pool size +(\d+)/, 'buffer pool size', 'pages'],
  [/^Free buffers +(\d+)/, 'free buffers', 'pages'],
  [/^Database pages +(\d+)/, 'database pages', 'pages'],
  [/^Modified db pages +(\d+)/, 'modified pages', 'pages'],
  [/^OS WAIT ARRAY INFO: reservation count (\d+)/, 'OS wait array reservations', null],
  [/^Per second averages calculated from the last (\d+) seconds/, 'averages taken over', 's'],
];
/** Lines with several: `123 OS file reads, 456 OS file writes, 78 OS fsyncs`. */
const LISTS: readonly [pattern: RegExp, names: readonly string[]][] = [
  [
    /^(\d+) OS file reads, (\d+) OS file writes, (\d+) OS fsyncs/,
    ['OS file reads', 'OS file writes', 'OS fsyncs'],
  ],
  [
    /^Number of rows inserted (\d+), updated (\d+), deleted (\d+), read (\d+)/,
    ['rows inserted', 'rows updated', 'rows deleted', 'rows read'],
  ],
];

/**
 * SHOW ENGINE INNODB STATUS: `sb.es.<test>...`, `sb.o.myvac.es1`. The first of each line counts: with several buffer
 * pools the sums come first.
 */
const innodbStatus = contextParser({
  kind: 'innodb_status',
  name: /^(?:sb|o)\.(?:[\w.]+\.)?(?:es|sei|seis)\d?(?:\.|$)/,
  needles: ['INNODB MONITOR OUTPUT', 'Type: '],
  content: /INNODB MONITOR OUTPUT|^\s*Type: (?:InnoDB|ROCKSDB)$/m,
  details: factsOf((facts) => {
    const seen = new Set<string>();
    const add = (name: string, value: string | undefined, at: { line: number; unit?: string | null }) => {
      if (value === undefined || seen.has(name)) return;
      seen.add(name);
      facts.add({ name, value, ...at });
    };
    return {
      line(text, line) {
        for (const [pattern, name, unit] of NUMBERS) add(name, pattern.exec(text)?.[1], { line, unit });
        for (const [pattern, names] of LISTS) {
          const found = pattern.exec(text);
          for (const [index, name] of names.entries()) add(name, found?.[index + 1], { line });
        }
      },
    };
  }),
});

const NAME =
  /^(?:my\.(?:cnf|ini)|conf\.diff|postgresql(?:\.auto)?\.conf|pg\.conf)(?:\.|$)|\.cnf(?:\.(?:txt|gz))?$|^o\.(?:[\w.]+\.)?conf(?:\.|$)/;
const CONTENT =
  /^\[(?:mysqld|mysqld_safe|mariadb|mariadbd|server|mysql)\]\s*$|^[ \t#<>]*(?:shared_buffers|max_connections|huge_pages|wal_sync_method|checkpoint_timeout|max_wal_size)[ \t]*=/m;
/** One of them is in every configuration that is known by its content. */
const NEEDLES = ['[m', '[server]', '_buffers', 'max_connections', 'huge_pages'];

/**
 * Configuration of a server: my.cnf, postgresql.conf, or what of it differs from the default (`conf.diff`, also as
 * `diff` prints it). Kept with passwords masked.
 *
 * [mysqld]
 * innodb_buffer_pool_size=23G     # comment
 */
const config = contextParser({
  kind: 'config',
  name: NAME,
  needles: NEEDLES,
  content: CONTENT,
  hasStorage: true,
  details: factsOf((facts) => {
    let group: string | null = null;
    return {
      line(text, line) {
        group = /^\s*\[([^\]]{1,100})\]\s*$/.exec(text)?.[1] ?? group;
        // Of a diff the new side counts; `<` and `-` are the default.
        const bare = text.replace(/^[>+] ?/, '').trim();
        const [, name, value] = /^([a-z][\w.-]*)(?:\s*=\s*(.*))?$/i.exec(bare) ?? [];
        // A word alone switches something on (`skip-innodb`).
        if (name !== undefined)
          facts.add({ name, value: value === undefined ? 'on' : withoutComment(value), line, group });
      },
    };
  }),
});

/** `off  # on, off, or try` is `off`; a quoted value keeps what is between its quotes. */
function withoutComment(text: string): string {
  const quoted = /^'([^']*)'|^"([^"]*)"/.exec(text);
  if (quoted) return quoted[1] ?? quoted[2] ?? '';
  const comment = /(?:^|\s)#/.exec(text);
  return (comment ? text.slice(0, comment.index) : text).trim();
}

/** Files that are known and kept, and whose text is all that anybody wants of them. */
const keptFiles: readonly LogParser[] = [
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
    hasStorage: true,
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

/**
 * `SHOW ALL` of PostgreSQL: `sb.pg.conf.<test>...`. Columns name, setting, description; a setting may hold a bar.
 *
 *  allow_in_place_tablespaces | off     | Allows tablespaces directly inside pg_tblspc, for testing.
 */
const pgSettings = contextParser({
  kind: 'pg_settings',
  name: /^(?:sb|o)\.(?:[\w.]+\.)?pg\.conf(?:\.|$)/,
  needles: [' setting '],
  content: /^ +name +\| +setting +\| +description *$/m,
  hasStorage: true,
  details: factsOf((facts) => {
    let settingAt = 0;
    let descriptionAt = 0;
    return {
      line(text, line) {
        // ----+-----+---- : where the columns are.
        if (/^-+\+-+\+-+$/.test(text)) {
          settingAt = text.indexOf('+');
          descriptionAt = text.indexOf('+', settingAt + 1);
          return;
        }
        if (settingAt === 0 || text[settingAt] !== '|') return;
        const name = text.slice(0, settingAt).trim();
        const value = text.slice(settingAt + 1, descriptionAt).trim();
        if (name !== '' && value !== '') facts.add({ name, value, line });
      },
    };
  }),
});

const FIRST_NAMES = new RegExp(
  `${PAIR_START}(?:activate_all_roles_on_login|admin_address|alter_algorithm|analyze_sample_percentage|aria_block_size|auto_increment_increment|autocommit)${PAIR_NEXT}`,
  'm',
);

/** SHOW GLOBAL VARIABLES: `sb.gv.<test>...`, `o.<sfx>.sgv`, `sb.o.myvac.show.1`. */
const mysqlVariables = contextParser({
  kind: 'mysql_variables',
  name: /^(?:sb|o)\.(?:[\w.]+\.)?s?gv\d?(?:\.|$)/,
  headLines: HEAD_LINES,
  content: FIRST_NAMES,
  hasStorage: true,
  details: factsOf((facts) => {
    const pairs = newPairReader();
    return {
      line(text, line) {
        const pair = pairs.read(text);
        // An empty variable says nothing.
        if (pair && pair.value.trim() !== '') facts.add({ ...pair, line });
      },
    };
  }),
});

/**
 * Devices and their contents: output of lsblk, mount and findmnt, /proc/mdstat, /proc/mounts, fstab.
 *
 *     md2 : active raid1 nvme1n1p3[1] nvme0n1p3[0]
 *     /dev/md2 on /data type xfs (rw,relatime)
 */
const storageInfo = contextParser({
  kind: 'storage_info',
  name: /^(?:lsblk|mounts?|findmnt|mdstat|proc_mdstat|fstab)(?:\.(?:txt|out|log))?$/,
  needles: ['MAJ:MIN', ' on /', 'Personalities', 'TARGET', ' /'],
  // At the top: scripts print such lines among others, and their output is something else.
  headLines: 3,
  content:
    /^NAME +MAJ:MIN +RM +SIZE +RO +TYPE|^\S+ on \/.* type \S+ \(|^Personalities :|^TARGET +SOURCE +FSTYPE|^\S+\s+\/\S*\s+\w+\s+\S+\s+\d\s+\d\s*$/m,
  hasStorage: true,
});

/** Files next to the logs of a run that explain its numbers. Stored; facts are read on demand. */
export const contextFormat: FormatFamily = {
  ...about,
  parsers: [
    manifestParser,
    runSettings,
    serverVersion,
    config,
    pgSettings,
    pgStat,
    mysqlStatus,
    mysqlVariables,
    innodbStatus,
    innodbHistory,
    perfStat,
    rocksdbLog,
    rocksdbOptions,
    ps,
    top,
    time,
    fileSizes,
    storageInfo,
    meminfo,
    rates,
    ...keptFiles,
  ],
};
