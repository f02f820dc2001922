import { contextParser, factsOf } from '../facts';

/** `2026/11/21-02:49:22.687644 12965 `: time and thread before every line of a LOG. */
const STAMP = /^\d{4}\/\d\d\/\d\d-\d\d:\d\d:\d\d\.\d+ \S+ +/;

/**
 * LOG of RocksDB: version, then the options of the database and of each column family.
 *
 * 2026/11/21-02:49:22.687644 12965 RocksDB version: 7.8.3
 * 2026/11/21-02:49:22.687667 12965                         Options.error_if_exists: 0
 */
export const rocksdbLog = contextParser({
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
        const family = /Options for column family \[([^\]]{1,100})\]/.exec(rest);
        if (family) group = family[1] ?? null;
        const fact = /^(RocksDB version|Git sha|Compile date|Options\.[\w.[\]]+):? +(.*)$/.exec(rest);
        if (!fact) return;
        const [, name = '', value = ''] = fact;
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
export const rocksdbOptions = contextParser({
  kind: 'rocksdb_options',
  name: /^OPTIONS-\d+$/,
  needles: ['rocksdb_version='],
  content: /^\[Version\]\s+rocksdb_version=/m,
  details: factsOf((facts) => {
    let group: string | null = null;
    return {
      line(text, line) {
        const section = /^\s*\[(.{1,200})\]\s*$/.exec(text);
        if (section) {
          group = section[1] ?? null;
          return;
        }
        const option = /^\s*(\w+)=(.*)$/.exec(text);
        if (option && option[2] !== '')
          facts.add({ name: option[1] ?? '', value: option[2] ?? '', line, group });
      },
    };
  }),
});
