import { describe, expect, it } from 'vitest';
import { parseReportState } from './report-search-params';
import { DEFAULT_REPORT_STATE, type ReportState, reportHref } from './report-state';

const roundTrip = (state: ReportState) =>
  parseReportState(new URLSearchParams(reportHref('/x', state).split('?')[1] ?? ''));

describe('state of a report in the URL', () => {
  it('comes back as it was', () => {
    const state: ReportState = {
      server: 'pn53',
      workload: 'insert-benchmark-x20m',
      base: 'mysql-5.6.49-cx6d',
      product: 'MySQL',
      build: 'all',
      test: 'l.i1',
      sort: 'fsync 16 KB',
      t: 0.9,
    };
    expect(roundTrip(state)).toEqual(state);
  });

  it('leaves defaults out', () => {
    expect(reportHref('/fsync', DEFAULT_REPORT_STATE)).toBe('/fsync');
    expect(roundTrip(DEFAULT_REPORT_STATE)).toEqual(DEFAULT_REPORT_STATE);
  });

  it('takes the default for what makes no sense', () => {
    const query = new URLSearchParams({ t: '7', server: 'x'.repeat(400), nothing: 'here' });
    expect(parseReportState(query)).toEqual(DEFAULT_REPORT_STATE);
    expect(parseReportState(new URLSearchParams({ t: '' }))).toEqual(DEFAULT_REPORT_STATE);
  });
});
