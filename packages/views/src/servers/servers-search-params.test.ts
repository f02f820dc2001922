import { describe, expect, it } from 'vitest';
import { parseServersState } from './servers-search-params';
import { DEFAULT_SERVERS_STATE, type ServersState, serializeServersState } from './servers-state';

const parse = (query: string) => parseServersState(new URLSearchParams(query));

describe('state of the servers page in the URL', () => {
  it('leaves out defaults and reads nothing as the default', () => {
    expect(serializeServersState(DEFAULT_SERVERS_STATE)).toBe('');
    expect(parse('')).toEqual(DEFAULT_SERVERS_STATE);
  });

  it('survives a round trip', () => {
    const state: ServersState = {
      product: 'PostgreSQL',
      benchmark: 'sysbench',
      on: ['pn53@sysbench-cached', 'ax162-s@sysbench-cached-40c'],
      v: ['17.5 x10a', '18beta1 x10b'],
      base: '17.5 x10a',
      metric: 'cpu_us_per_op',
      t: 0.97,
      rule: 'thresholds',
      q: 'write -zipf',
      only: true,
      fold: ['point', 'write'],
    };
    expect(parse(serializeServersState(state))).toEqual(state);
  });

  it('keeps what people read readable', () => {
    const state = { ...DEFAULT_SERVERS_STATE, on: ['pn53@w'], metric: 'reads_per_op' as const };
    expect(serializeServersState(state)).toBe('?on=pn53@w&metric=r/o');
  });

  it('never fails, and never takes cpu/o, which cannot be compared between servers', () => {
    expect(parse('t=7&metric=cpu/o&on=&on=no-workload&fold=<x>&only=yes')).toEqual(DEFAULT_SERVERS_STATE);
    expect(parse('t=&v=&on=a@b@c')).toEqual(DEFAULT_SERVERS_STATE);
  });

  it('takes the last of a repeated parameter, and all of a list', () => {
    expect(parse('metric=QPS&metric=cs/o&on=a@w&on=a@w&on=b@w')).toMatchObject({
      metric: 'cs_per_op',
      on: ['a@w', 'b@w'],
    });
  });
});
