import {
  formatRatio,
  isSure,
  judgePair,
  type Level,
  type Verdict,
  verdictClass,
  verdictDirection,
  verdictFill,
} from '@basecase/analysis';
import type { JudgedView } from '@basecase/db/types';
import { shortWorkloadLabel } from '../text/workload-label';
import { type HrefOf, serverName } from './prepare-changes';
import { newestPairs, type ReleasePair } from './release-pairs';

/** Tests that moved one way. */
export interface Moved {
  /** Beyond noise. */
  sure: number;
  /** May be noise. */
  possible: number;
}

/** The newest release of a product on one server and workload, against the release before it, judged by noise. */
export interface ReleaseRow {
  key: string;
  release: string;
  against: string;
  server: string;
  workload: string;
  href: string;
  /** Classes of a bar per test in heatmap order, a list per group. */
  strip: string[][];
  slower: Moved;
  faster: Moved;
  /** Tests that these runs cannot tell about. */
  unclear: number;
  tests: number;
  /** The largest drop that is beyond noise, else the largest possible one; null when there is neither. */
  largestDrop: LargestDrop | null;
}

export interface LargestDrop {
  test: string;
  range: number | null;
  ratio: number;
  text: string;
  level: Level;
  verdict: Verdict;
}

interface JudgedTest {
  row: number;
  verdict: Verdict;
  /** Null where there is nothing to compare. */
  ratio: number | null;
}

/** One row for each product of a view that has at least two releases with throughput. */
export function toReleaseRows(view: JudgedView, hrefOf: HrefOf): ReleaseRow[] {
  return newestPairs(view.matrix.columns).flatMap((pair) => toReleaseRow(view, pair, hrefOf) ?? []);
}

function toReleaseRow(view: JudgedView, pair: ReleasePair, hrefOf: HrefOf): ReleaseRow | null {
  const { matrix, noise, server, workload } = view;
  const [newer, older] = [matrix.columns[pair.newer], matrix.columns[pair.older]];
  if (!newer || !older) return null;
  const cells = judgePair(matrix, { base: pair.older, column: pair.newer, noise });
  const tests = cells.map((cell, row): JudgedTest => {
    const ratio = cell.verdict === 'missing' ? null : Math.exp(cell.x);
    return { row, verdict: cell.verdict, ratio };
  });
  const compared = tests.filter(({ ratio }) => ratio !== null);
  if (compared.length === 0) return null;
  return {
    key: `${server.slug} ${workload.slug} ${newer.product}`,
    release: `${newer.product} ${releaseName(newer, older)}`,
    against: releaseName(older, newer),
    server: serverName(view),
    workload: shortWorkloadLabel(workload),
    href: hrefOf({ server: server.slug, workload: workload.slug, base: older.slug }),
    strip: stripOf(view, tests),
    slower: moved(compared, 'slower'),
    faster: moved(compared, 'faster'),
    unclear: compared.filter(({ verdict }) => verdict === 'unclear').length,
    tests: compared.length,
    largestDrop: largestDrop(view, compared),
  };
}

function stripOf({ matrix }: JudgedView, tests: readonly JudgedTest[]): string[][] {
  const groups = [...new Set(matrix.rows.map(({ group }) => group))];
  return groups
    .map((group) =>
      tests
        .filter(({ row }) => matrix.rows[row]?.group === group)
        .map(({ verdict, ratio }) => verdictClass(verdict, ratio)),
    )
    .filter((bars) => bars.length > 0);
}

function moved(tests: readonly JudgedTest[], direction: 'slower' | 'faster'): Moved {
  const own = tests.filter(({ verdict }) => verdictDirection(verdict) === direction);
  const sure = own.filter(({ verdict }) => isSure(verdict)).length;
  return { sure, possible: own.length - sure };
}

function largestDrop({ matrix }: JudgedView, tests: readonly JudgedTest[]): LargestDrop | null {
  const [largest] = tests
    .filter(({ verdict }) => verdictDirection(verdict) === 'slower')
    .toSorted(
      (a, b) => Number(isSure(b.verdict)) - Number(isSure(a.verdict)) || (a.ratio ?? 1) - (b.ratio ?? 1),
    );
  const row = matrix.rows[largest?.row ?? -1];
  if (!largest || largest.ratio === null || !row) return null;
  const { verdict, ratio } = largest;
  return {
    test: row.name,
    range: row.range,
    ratio,
    text: formatRatio(ratio),
    level: verdictFill(verdict, ratio),
    verdict,
  };
}

/** The version; with the first part of its config where the two differ: then it is not only the release. */
function releaseName(
  own: { version: string; config: string | null },
  other: { config: string | null },
): string {
  const config = own.config === other.config ? '' : (own.config?.split('_')[0] ?? '');
  return `${own.version} ${config}`.trim();
}
