import { describe, expect, it } from 'vitest';
import { parseTrendsState } from './trends-search-params';
import { DEFAULT_TRENDS_STATE, serializeTrendsState, type TrendsState } from './trends-state';

const parse = (query: string) => parseTrendsState(new URLSearchParams(query));

describe('state of the trends page in the URL', () => {
  it('leaves out defaults and reads nothing as the default', () => {
    expect(serializeTrendsState(DEFAULT_TRENDS_STATE)).toBe('');
    expect(parse('')).toEqual(DEFAULT_TRENDS_STATE);
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
    expect(parse(serializeTrendsState(state))).toEqual(state);
  });

  it('never fails, and takes `all` for the default', () => {
    expect(parse('t=2&mode=both&x=week&on=x&metric=cpu/o&test=all')).toEqual(DEFAULT_TRENDS_STATE);
  });
});
