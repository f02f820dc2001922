import { describe, expect, it } from 'vitest';
import { benchmarkViewHref } from './hrefs';

const heatmap = { server: 'pn53', workload: 'tproc-c-5-min-ramp-up-120-min' };

describe('link to the view of a benchmark', () => {
  it('leads to the server and workload that the heatmap shows', () => {
    expect(benchmarkViewHref('tproc-c', heatmap)).toBe(
      '/tproc-c?server=pn53&workload=tproc-c-5-min-ramp-up-120-min',
    );
    expect(benchmarkViewHref('fio', heatmap)).toMatch(/^\/fsync\?/);
  });

  it('is not there for a benchmark whose view is the heatmap', () => {
    expect(benchmarkViewHref('sysbench', heatmap)).toBeNull();
    expect(benchmarkViewHref('host', heatmap)).toBeNull();
  });
});
