import { contextParser, factsOf } from '../facts';

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
export const innodbStatus = contextParser({
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
