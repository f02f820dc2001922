import { diagnostic } from '../files/reporter';
import type { Diagnostic } from '../model/diagnostic';
import { naturalOrder } from '../model/natural-order';
import type { Artifact, NormalizedRun } from '../model/run';
import { WHY_NO_RESULT } from '../parsers/why-no-result';
import { addToGroup } from './add-to-group';

export interface ReadFiles {
  artifacts: readonly Artifact[];
  runs: readonly NormalizedRun[];
  /** Paths with a diagnostic. */
  said: ReadonlySet<string>;
}

/**
 * Reports why a file without a diagnostic gave no number to a result: files with numbers one by one,
 * settings, counters and pictures once for each kind.
 */
export function noteSilent({ artifacts, runs, said }: ReadFiles): Diagnostic[] {
  const used = filesOf(runs);
  const byKind = new Map<string, string[]>();
  const found: Diagnostic[] = [];
  const inOrder = artifacts.toSorted((a, b) => naturalOrder(a.path, b.path));
  for (const { path: file, kind, status } of inOrder) {
    if (status === 'unknown' || kind === 'manifest' || used.has(file) || said.has(file)) continue;
    const reason = WHY_NO_RESULT[kind];
    if (reason?.completesRuns && runs.length > 0) continue;
    if (reason && !reason.each) addToGroup(byKind, kind, file);
    else found.push(diagnostic('NO_RESULT', reasonText(kind), { file }));
  }
  for (const [kind, files] of byKind) {
    const more = files.length > 1 ? ` (${files.length} files of this kind)` : '';
    found.push(diagnostic('NO_RESULT', `${reasonText(kind)}${more}`, { file: files[0] ?? null }));
  }
  return found;
}

/** Files that a number was read from. A list of them all would be as long as there are numbers. */
function filesOf(runs: readonly NormalizedRun[]): Set<string> {
  const files = new Set<string>();
  for (const { results } of runs) {
    for (const { measurements } of results) for (const { file } of measurements) files.add(file);
  }
  return files;
}

function reasonText(kind: string): string {
  const why = WHY_NO_RESULT[kind]?.why ?? 'it holds no number that belongs to a test';
  return `${kind}: ${why}`;
}
