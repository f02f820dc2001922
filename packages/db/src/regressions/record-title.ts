import type { RecordStop } from '@basecase/contract/record';
import { readBuildName } from '@basecase/ingest/model';
import type { RegressionKind } from '../types/regressions';

interface Titled {
  /** Key of the test. */
  test: string;
  kind: RegressionKind;
  /** Null of a change of a number. */
  stop: RecordStop | null;
  product: string;
  /** As the record names it. */
  firstBad: string;
  /** Name of the server. */
  server: string;
}

/**
 * "update-zipf_range=100 is slower since PostgreSQL 16.11",
 * "update-zipf_range=100 stopped working in PostgreSQL 16.11"; of a build
 * "update-zipf_range=100 is slower since 29 Aug 2026 g4eb13e8a (PostgreSQL 19devel on pn53)".
 */
export function recordTitle({ test, kind, stop, product, firstBad, server }: Titled): string {
  const build = readBuildName(firstBad);
  const change = `is ${kind === 'regression' ? 'slower' : 'faster'} since`;
  const what = `${test} ${stop ? `stopped working ${build ? 'on' : 'in'}` : change}`;
  return build === null
    ? `${what} ${product} ${firstBad}`
    : `${what} ${build.label} (${product} ${build.version} on ${server})`;
}
