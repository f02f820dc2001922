import type { NormalizedResult, NormalizedRun, Variant } from '../model/run';
import type { PathPart } from './layouts/path-parts';

/**
 * True for a part of a path that repeats a known property of the result: its product and version, its clients, a word
 * of its test or workload. Also for what only counts or dates results.
 */
export function isExplained(
  part: PathPart,
  {
    result,
    part: run,
    variant,
  }: {
    result: Pick<NormalizedResult, 'test' | 'range' | 'clients'>;
    part: Pick<NormalizedRun, 'benchmark' | 'variant' | 'workload'>;
    variant: Variant;
  },
): boolean {
  const { kind, value, text } = part;
  if (kind === 'literal' || kind === 'repeat' || kind === 'date') return true;
  if (kind === 'product' && value === variant.product) return true;
  if (kind === 'version' && isSameVersion(value, variant.version)) return true;
  if (kind === 'clients' || kind === null) {
    if (Number(value) === result.clients) return true;
    if (kind === 'clients' && result.clients === null) return true;
  }
  const { tables, rowsPerTable, label } = run.workload;
  if (/^\d+$/.test(text) && [tables, rowsPerTable, result.range].includes(Number(text))) return true;
  const known = [result.test, label, run.variant.flavour, run.variant.config, run.benchmark];
  // `scale100` for a workload with `scale 100`.
  const apart = text.replace(/^([a-z]+)(\d+)$/i, '$1 $2');
  return known.some((words) => words !== null && (hasWord(words, text) || hasWord(words, apart)));
}

/** True where the text has the word between characters that are neither letters nor digits. */
export function hasWord(words: string, word: string): boolean {
  const lower = word.toLowerCase();
  const all = words.toLowerCase();
  const at = all.indexOf(lower);
  if (at < 0) return false;
  const isEdge = (character: string | undefined) => character === undefined || !/[a-z0-9]/.test(character);
  return isEdge(all[at - 1]) && isEdge(all[at + lower.length]);
}

/** `5.7` and `5.7.20`, `14` and `14.9`: one says more than the other. */
export function isSameVersion(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short === long || (long.startsWith(short) && /^[.-]/.test(long.slice(short.length)));
}

/**
 * The parts that are kept, as the text of a config: those with a name as `name=value`, neighbours within a directory with
 * what stands between them (`sync_binlog_off`), all others one after the other.
 *
 * @param left parts that nothing else explains
 */
export function configText(
  file: string,
  left: readonly PathPart[],
  isKept: (part: PathPart) => boolean,
): string {
  const words: string[] = [];
  let run: PathPart[] = [];
  const close = () => {
    const [first, last] = [run[0], run.at(-1)];
    if (first && last) words.push(file.slice(first.start, last.end));
    run = [];
  };
  for (const part of left) {
    if (!isKept(part)) continue;
    if (part.name !== null) {
      close();
      words.push(`${part.name}=${part.value}`);
      continue;
    }
    const before = run.at(-1);
    if (before && !/^[-_.+ =,]*$/.test(file.slice(before.end, part.start))) close();
    run.push(part);
  }
  close();
  return [...new Set(words)].join(' ');
}

/**
 * `16.1` of a result with 16 clients is their number and another one; `8.0.36-16` in the name of its file, as of
 * `mysql-8.0.36-16.log`, is a version and their number. Versions of Percona end so by themselves.
 */
export function withClientsApart(
  parts: readonly PathPart[],
  file: string,
  clients: number | null,
): PathPart[] {
  const name = file.lastIndexOf('/') + 1;
  const isPercona = parts.some(({ kind, value }) => kind === 'product' && value.startsWith('Percona'));
  return parts.flatMap((part): PathPart[] => {
    const isVersion = part.kind === 'version' && part.confidence === 'sure';
    if (part.confidence === 'sure' && !(isVersion && part.start >= name && !isPercona)) return [part];
    const form = isVersion ? /^(.+\..+)-([1-9]\d*)$/ : /^(\d+)\.([1-9]\d*)$/;
    const [, first = '', second = ''] = form.exec(part.text) ?? [];
    if (first === '' || Number(isVersion ? second : first) !== clients) return [part];
    const end = part.start + first.length;
    const value = isVersion ? part.value.slice(0, -second.length - 1) : first;
    return [
      { ...part, end, text: first, value, kind: isVersion ? 'version' : 'clients' },
      { ...part, start: end + 1, text: second, value: second, kind: isVersion ? 'clients' : null },
    ];
  });
}
