import { describe, expect, it } from 'vitest';
import { type TrendsState, trendsUrl } from './trends-state';

const parse = (query: string) => trendsUrl.parse(new URLSearchParams(query));

describe('state of the trends page in the URL', () => {
  it('leaves out defaults and reads nothing as the default', () => {
    expect(trendsUrl.query(trendsUrl.defaults)).toBe('');
    expect(parse('')).toEqual(trendsUrl.defaults);
  });

  it('survives a round trip', () => {
    const state: TrendsState = {
      product: 'MySQL',
      benchmark: 'sysbench',
      test: 'group:range-aggregate',
      on: ['pn53@cached', 'ax162-s@cached-40c'],
      metric: 'latency_p95',
      mode: 'abs',
      base: '8.0.43',
      x: 'major',
      t: 0.97,
    };
    expect(parse(trendsUrl.query(state))).toEqual(state);
  });

  it('never fails, and takes `all` for the default', () => {
    expect(parse('t=2&mode=both&x=week&on=x&metric=cpu/o&test=all')).toEqual(trendsUrl.defaults);
  });
});
