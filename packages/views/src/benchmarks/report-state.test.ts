import { describe, expect, it } from 'vitest';
import { type ReportState, reportHref, reportUrl } from './report-model';

const roundTrip = (state: ReportState) =>
  reportUrl.parse(new URLSearchParams(reportHref('/x', state).split('?')[1] ?? ''));

describe('state of a report in the URL', () => {
  it('survives a round trip through the address', () => {
    const state: ReportState = {
      server: 'pn53',
      workload: 'insert-benchmark-x20m',
      base: 'mysql-5.6.49-cx6d',
      product: 'MySQL',
      build: 'all',
      test: 'l.i1',
      clients: '16',
      versions: ['mysql-8.0.43', 'mysql-9.4.0'],
      sort: 'fsync 16 KB',
      t: 0.9,
    };
    expect(roundTrip(state)).toEqual(state);
  });

  it('leaves defaults out', () => {
    expect(reportHref('/fsync', reportUrl.defaults)).toBe('/fsync');
    expect(roundTrip(reportUrl.defaults)).toEqual(reportUrl.defaults);
  });

  it('takes the default for what makes no sense', () => {
    const query = new URLSearchParams({ t: '7', server: 'x'.repeat(601), nothing: 'here' });
    expect(reportUrl.parse(query)).toEqual(reportUrl.defaults);
    expect(reportUrl.parse(new URLSearchParams({ t: '' }))).toEqual(reportUrl.defaults);
  });
});
