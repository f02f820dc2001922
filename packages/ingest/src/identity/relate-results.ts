import path from 'node:path';
import type { NormalizedResult, NormalizedRun } from '../model/run';
import { tellingWordsOfRun } from './keep-apart';
import { type PathPart, partsOfPath } from './layouts/path-parts';
import { configText, isExplained } from './words';

/** A result with the names that it was stored or read under. */
export interface NamedResult {
  /** Name of its upload: a directory above all of its paths. */
  root: string;
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
  if (wordsOf(a).join('\n') !== wordsOf(b).join('\n')) return 'apart';
  return (a.isNamed && b.isNamed) || hasEvidence(a, b) ? 'repeats' : 'unknown';
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
  const known = new Set(others.flatMap(wordsOf));
  const parts = unexplained(named);
  const own = parts.filter(({ text }) => !known.has(text.toLowerCase()));
  return configText(pathOf(named), own.length > 0 ? own : parts, () => true);
}

function wordsOf(named: NamedResult): string[] {
  return [...new Set(unexplained(named).map(({ text }) => text.toLowerCase()))].sort();
}

/** The parts of its path that no known property explains. */
function unexplained(named: NamedResult): PathPart[] {
  const { result, run, isNamed, directory, root, file } = named;
  const whole = pathOf(named);
  if (isNamed) {
    const words = tellingWordsOfRun(file, fullPath(root, directory)).toLowerCase().split(/\s+/);
    return partsOfPath(whole).filter(({ text }) => words.includes(text.toLowerCase()));
  }
  const isKnown = (part: PathPart) =>
    part.kind === 'config' || isExplained(part, { result, part: run, variant: run.variant });
  return partsOfPath(whole).filter((part) => !isKnown(part));
}

function pathOf({ root, file }: NamedResult): string {
  return fullPath(root, file);
}

/** A path with the name of its upload above it. An archive may have its own name as its only directory. */
export function fullPath(root: string, below: string): string {
  if (below === '.' || below === '') return root;
  return below === root || below.startsWith(`${root}/`) ? below : path.posix.join(root, below);
}
