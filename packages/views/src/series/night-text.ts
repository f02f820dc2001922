import { formatRatio, toPrintfFixed } from '@basecase/analysis';
import { commitHref, type Repository, shortCommit } from '@basecase/ingest/model';
import { dayText } from '../text/time-text';
import type { DataNight } from './series-data';

/** `29 Aug`; with its year where that is another than the one that everything else is of. */
export function shortDay(iso: string, year: string): string {
  const text = dayText(iso);
  return iso.startsWith(year) ? text.slice(0, -5) : text;
}

/** The year of the newest night: dates of it are written without. */
export function yearOf(nights: readonly Pick<DataNight, 'at'>[]): string {
  return (nights.at(-1)?.at ?? '').slice(0, 4);
}

/** `g4eb13e8a` as git describe writes it, `#1234` of a build without a commit; empty for one that is known by its date alone. */
export function buildText({ commit, number }: Pick<DataNight, 'commit' | 'number'>): string {
  if (commit !== null) return `g${shortCommit(commit)}`;
  return number === null ? '' : `#${number}`;
}

/** Page of the commit of a night; null where nobody said where commits are shown. */
export function buildHref(
  repository: Repository | null,
  { commit }: Pick<DataNight, 'commit'>,
): string | null {
  return commit === null ? null : commitHref(repository, commit);
}

/** Shown with a digit more: two would say that a change is certain to the last of them. */
const LEAST_HALF = 0.005;

/** `0.90 ± 0.02`: half of the 95% interval. */
export function sizeText({ ratio, low, high }: { ratio: number; low: number; high: number }): string {
  const half = (high - low) / 2;
  if (half >= LEAST_HALF) return `${formatRatio(ratio)} ± ${toPrintfFixed(half, 2)}`;
  return `${toPrintfFixed(ratio, 3)} ± ${toPrintfFixed(half, 3)}`;
}
