import { formatRatio, type Level } from '@basecase/analysis';
import type { RegressionPage, SameNightTest } from '@basecase/db/types';
import { countText } from '../../text/count-text';
import { fullServerName } from '../../text/server-name';
import { believedLevel } from '../../verdict/believed-level';
import { listHref } from '../regressions-state';
import { intervalText } from './night-words';

export interface SameNightRow {
  key: string;
  /** Null for the record itself. */
  href: string | null;
  test: string;
  note: string;
  /** Server and workload, where they are not those of the record; empty else. */
  where: string;
  ratio: number;
  ratioText: string;
  interval: string;
  level: Level;
  verdict: SameNightTest['verdict'];
}

export interface SameNightModel {
  /** `4 tests, one suspected cause`. */
  sentence: string;
  /** The list of all of them. */
  href: string;
  rows: SameNightRow[];
}

/** All tests that changed in the night of a record; null where it is the only one. */
export function sameNightModel({
  series,
  cause,
  kind,
  server,
  workload,
}: Pick<RegressionPage, 'series' | 'cause' | 'kind' | 'server' | 'workload'>): SameNightModel | null {
  const tests = series?.sameNight ?? [];
  if (tests.length < 2) return null;
  return {
    sentence: `${causeSize(tests)}, one suspected cause`,
    href: listHref({ kind, cause: cause.key, state: 'all' }),
    rows: tests.map((test) => {
      const isHere = test.server.slug === server.slug && test.workload.slug === workload.slug;
      return {
        key: test.slug,
        href: test.isSelf ? null : `/r/${test.slug}`,
        test: test.name,
        note: test.range === null ? '' : String(test.range),
        where: isHere ? '' : `${fullServerName(test.server)}, ${test.workload.label}`,
        ratio: test.ratio,
        ratioText: formatRatio(test.ratio),
        interval: intervalText(test),
        level: believedLevel(test.ratio, test.verdict),
        verdict: test.verdict,
      };
    }),
  };
}

/** `4 tests`; where several servers have them, `4 tests on 2 servers`. */
export function causeSize(
  tests: readonly { key: string; server: Pick<SameNightTest['server'], 'slug'> }[],
): string {
  const keys = new Set(tests.map(({ key }) => key));
  const servers = new Set(tests.map(({ server }) => server.slug));
  return `${countText(keys.size, 'test')}${servers.size > 1 ? ` on ${servers.size} servers` : ''}`;
}
