import {
  FAINTLY_BETTER,
  FAINTLY_WORSE,
  formatRatio,
  isChange,
  isSure,
  type Level,
  verdictLevel,
} from '@basecase/analysis';
import type { RegressionEntry } from '@basecase/db/types';
import { notMeasuredText, sinceText } from '../regressions/nights/night-words';
import { fullServerName } from '../text/server-name';
import { shortWorkloadLabel } from '../text/workload-label';

/** One record: a test, the version since which it changed, and what moved with it. */
export interface Change {
  key: string;
  test: string;
  range: string;
  ratio: string;
  level: Level;
  /** `MySQL 9.5.0`, `29 Aug 2026 g4eb13e8a`; nights also name the last run if it is old. */
  since: string;
  /** `8-core pn53, sysbench, cached`. */
  where: string;
  /** Costs that moved with it, in words. */
  costs: string;
  href: string;
}

/** From here on a change has a fill; records are there because they are beyond noise, not because of their size. */
const FULL_COLOUR = 0.95;
/** A record that is smaller than that still changed. */
const FAINT = { regression: FAINTLY_WORSE, improvement: FAINTLY_BETTER } as const;
/** At most this many tests of one release are listed: a release that slows everything would fill the page. */
const PER_RELEASE = 2;
const MOST = 8;
const REASONS = 2;

/**
 * Changes that are sure: what is only possible is counted with the releases, and listed with the regressions.
 *
 * @param records the largest first
 */
export function largestChanges(records: readonly RegressionEntry[]): Change[] {
  const seen = new Map<string, number>();
  return records
    .filter(({ verdict }) => isSure(verdict))
    .filter(({ server, product, firstBad }) => {
      const key = `${server.slug} ${product} ${firstBad.version}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
      return (seen.get(key) ?? 0) <= PER_RELEASE;
    })
    .slice(0, MOST)
    .map(toChange);
}

function toChange(record: RegressionEntry): Change {
  const { slug, kind, test, ratio, workload, server, nights } = record;
  const level = verdictLevel(ratio, 'higher-is-better', FULL_COLOUR);
  return {
    key: slug,
    test: test.name,
    range: test.range === null ? '' : String(test.range),
    ratio: formatRatio(ratio),
    level: isChange(level) ? level : FAINT[kind],
    since: [sinceText(record), notMeasuredText(nights)].filter(Boolean).join(', '),
    where: `${fullServerName(server)}, ${shortWorkloadLabel(workload)}`,
    costs: reasonOf(record),
    href: `/r/${slug}`,
  };
}

/** The first two costs that changed with it; the record page has the others. */
function reasonOf({ explanation }: RegressionEntry): string {
  if (!explanation) return 'costs not recorded';
  const reasons = explanation
    .replace(/^\d+% (?:slower|faster); /, '')
    .replace(/ Shares overlap: .*$/, '')
    .replace(/\.$/, '')
    .split(/(?<=\)), /);
  const more = reasons.length - REASONS;
  return [...reasons.slice(0, REASONS), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
