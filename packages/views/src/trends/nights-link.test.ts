import { describe, expect, it } from 'vitest';
import { testLineEntry } from '../testing/test-series';
import { testLine, testTrends } from '../testing/test-trends';
import { nightsHref } from './trends-page';

const lines = [testLineEntry({ server: 'newest' }), testLineEntry({ server: 'pn53' })];
const data = testTrends([testLine(['17', '18'], [[1, 1]])], { isMean: false });
const page = (servers: string[], change = {}) => ({
  menu: {} as never,
  options: { groups: [] },
  test: 't0',
  keys: ['t0'],
  data: { ...data, ...change },
  chosen: servers.map((server) => ({ server, workload: 'w' })),
});

describe('nightsHref', () => {
  it('leads to the nights of a heatmap that is drawn, with its test', () => {
    expect(nightsHref(lines, page(['pn53']))).toBe(
      '/series?server=pn53&workload=w&line=19devel@master&test=t0',
    );
  });

  it('leads to the overview of the newest line, where none is drawn or several tests are', () => {
    expect(nightsHref(lines, page(['other']))).toBe('/series?server=newest&workload=w&line=19devel@master');
    expect(nightsHref(lines, page(['pn53'], { isMean: true }))).not.toContain('test=');
  });

  it('is nothing for a product or a benchmark without nights', () => {
    expect(nightsHref(lines, page(['pn53'], { product: 'MySQL' }))).toBeNull();
    expect(nightsHref(lines, page(['pn53'], { benchmark: 'fio' }))).toBeNull();
    expect(nightsHref([], page(['pn53']))).toBeNull();
  });
});
