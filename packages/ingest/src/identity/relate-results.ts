import path from 'node:path';
import type { NormalizedResult, NormalizedRun } from '../model/run';
import { tellingWordsOfRun } from './keep-apart';
import { type PathPart, partsOfPath } from './layouts/path-parts';
import { configText, hasWord, isExplained } from './words';

/** A result with the names that it was stored or read under. */
export interface NamedResult {
  /** Name of its upload: a directory above all of its paths. */
  root: string;
  /** Names of the directories above that; null: unknown, as of an archive. */
  above: string | null;
  /** Of its file and its run below the root. */
  file: string;
  directory: string;
  /** Its run directory follows a naming convention, which says all that distinguishes it. */
  isNamed: boolean;
  /** When it was measured, as basecase.json says; null: unknown. */
  startedAt: string | null;
  result: Pick<NormalizedResult, 'test' | 'range' | 'clients' | 'command'>;
  run: Pick<NormalizedRun, 'benchmark' | 'variant' | 'workload'>;
}

/** apart: their names differ. unknown: nothing tells whether they are repeats. */
export type Relation = 'repeats' | 'apart' | 'unknown';

/**
 * How two results of different uploads relate that have the same known properties: as in one archive that has a directory
 * for each upload. Names that differ are different experiments; equal names are repeats where numbers, dates or command
 * lines speak for it.
 */
export function relateResults(a: NamedResult, b: NamedResult): Relation {
  const [one, other] = isPlaced(a) && isPlaced(b) ? [a, b] : [unplaced(a), unplaced(b)];
  if (wordsOf(one).join('\n') !== wordsOf(other).join('\n')) return 'apart';
  if (!one.isNamed && !other.isNamed && asWritten(one) !== asWritten(other)) return 'apart';
  return (one.isNamed && other.isNamed) || hasEvidence(one, other) ? 'repeats' : 'unknown';
}

/** Names above count where both have them. A convention says all in the name of its directory. */
function isPlaced({ above, isNamed }: NamedResult): boolean {
  return above !== null && !isNamed;
}

function unplaced(named: NamedResult): NamedResult {
  return { ...named, above: null };
}

function hasEvidence(a: NamedResult, b: NamedResult): boolean {
  if (a.startedAt !== null && b.startedAt !== null && a.startedAt !== b.startedAt) return true;
  if (a.result.command !== null && a.result.command === b.result.command) return true;
  return countsOf(a) !== countsOf(b);
}

/** The numbers and dates in its path that count repeats. */
function countsOf(named: NamedResult): string {
  return partsOfPath(pathOf(named))
    .filter(({ kind }) => kind === 'repeat' || kind === 'date')
    .map(({ value }) => value)
    .join('\n');
}

/**
 * The words of a result that others of its cell do not have, as the text of a config.
 *
 * @returns empty: its name does not distinguish it
 */
export function distinguishingText(named: NamedResult, others: readonly NamedResult[]): string {
  const all = [named, ...others];
  const [one = named, ...rest] = all.every(isPlaced) ? all : all.map(unplaced);
  const parts = unexplained(one);
  const without = (texts: readonly string[], textOf: (text: string) => string) =>
    parts.filter(({ text }) => !texts.includes(textOf(text)));
  const written = rest.flatMap((other) => unexplained(other).map(({ text }) => text));
  const own = [
    without(rest.flatMap(wordsOf), (text) => text.toLowerCase()),
    without(written, (text) => text),
  ];
  return configText(pathOf(one), own.find(({ length }) => length > 0) ?? parts, () => true);
}

function wordsOf(named: NamedResult): string[] {
  return [...new Set(unexplained(named).map(({ text }) => text.toLowerCase()))].sort();
}

/** Its words as they are written: `Tuned` and `tuned`, `jit+` and `jit-` are two names. */
function asWritten(named: NamedResult): string {
  const text = pathOf(named);
  const words = unexplained(named).map(({ start, end }) => {
    const [sign = ''] = /^[+-]+(?=$|[./])/.exec(text.slice(end)) ?? [];
    return text.slice(start, end) + sign;
  });
  return [...new Set(words)].sort().join('\n');
}

/** The parts of its path that no known property explains. */
function unexplained(named: NamedResult): PathPart[] {
  const { result, run, isNamed, directory, root, file, above } = named;
  const whole = pathOf(named);
  if (isNamed) {
    const words = tellingWordsOfRun(file, fullPath(root, directory)).toLowerCase().split(/\s+/);
    return partsOfPath(whole).filter(({ text }) => words.includes(text.toLowerCase()));
  }
  // The config has the settings of its path; those above only where they were read.
  const isInConfig = ({ kind, name, text, value, end }: PathPart) =>
    kind === 'config' &&
    (end > (above?.length ?? 0) ||
      hasWord(run.variant.config ?? '', name === null ? text : `${name}=${value}`));
  const isKnown = (part: PathPart) =>
    isInConfig(part) || isExplained(part, { result, part: run, variant: run.variant });
  return partsOfPath(whole).filter((part) => !isKnown(part));
}

function pathOf({ above, root, file }: NamedResult): string {
  const own = fullPath(root, file);
  return above ? `${above}/${own}` : own;
}

/** A path with the name of its upload above it. An archive may have its own name as its only directory. */
export function fullPath(root: string, below: string): string {
  if (below === '.' || below === '') return root;
  return below === root || below.startsWith(`${root}/`) ? below : path.posix.join(root, below);
}
