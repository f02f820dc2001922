import { DEFAULT_THRESHOLD } from '@basecase/analysis';
import { toQuery } from '../url/to-query';

/** The state of a report and its form in the URL; the same for the four reports, each leaves out what it has no use for. */
export interface ReportState {
  server: string;
  workload: string;
  /** Slug of the base column; of fsync latency the key of a device. Empty = the first. */
  base: string;
  /** Shown product; empty = all. */
  product: string;
  /** Shown build and config (see build-name in variants.ts); empty = chosen by the page, `all` = all. */
  build: string;
  /** Key of the test that is shown in detail; empty = the first. */
  test: string;
  /** Column that devices are sorted by (fsync latency); empty = by name. */
  sort: string;
  /** Ratio at or under which a throughput counts as slower. */
  t: number;
}

export const DEFAULT_REPORT_STATE: ReportState = {
  server: '',
  workload: '',
  base: '',
  product: '',
  build: '',
  test: '',
  sort: '',
  t: DEFAULT_THRESHOLD,
};

/** The state as pairs of a query, empty for a default. */
export function reportPairs(state: ReportState): [key: keyof ReportState, value: string][] {
  const { server, workload, base, product, build, test, sort, t } = state;
  return [
    ['server', server],
    ['workload', workload],
    ['base', base],
    ['product', product],
    ['build', build],
    ['test', test],
    ['sort', sort],
    ['t', t === DEFAULT_REPORT_STATE.t ? '' : String(t)],
  ];
}

/** Link to a report in a state, defaults left out. */
export function reportHref(path: string, state: ReportState): string {
  return path + toQuery(reportPairs(state));
}
