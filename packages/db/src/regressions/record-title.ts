import { readBuildName } from '@basecase/ingest/model';
import type { RegressionKind } from '../types/regressions';

interface Titled {
  /** Key of the test. */
  test: string;
  kind: RegressionKind;
  product: string;
  /** As the record names it. */
  firstBad: string;
  /** Name of the server. */
  server: string;
}

/**
 * "update-zipf_range=100 is slower since PostgreSQL 16.11"; of a build
 * "update-zipf_range=100 is slower since 29 Aug 2026 g4eb13e8a (PostgreSQL 19devel on pn53)".
 */
export function recordTitle({ test, kind, product, firstBad, server }: Titled): string {
  const what = `${test} is ${kind === 'regression' ? 'slower' : 'faster'} since`;
  const build = readBuildName(firstBad);
  return build === null
    ? `${what} ${product} ${firstBad}`
    : `${what} ${build.label} (${product} ${build.version} on ${server})`;
}
