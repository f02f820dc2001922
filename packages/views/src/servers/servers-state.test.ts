import { describe, expect, it } from 'vitest';
import { heatmapText } from '../url/fields';
import { type ServersState, serversHref, serversUrl } from './servers-state';

const parse = (query: string) => serversUrl.parse(new URLSearchParams(query));

describe('state of the servers page in the URL', () => {
  it('leaves out defaults and reads nothing as the default', () => {
    expect(serversUrl.query(serversUrl.defaults)).toBe('');
    expect(parse('')).toEqual(serversUrl.defaults);
  });

  it('survives a round trip', () => {
    const state: ServersState = {
      product: 'PostgreSQL',
      benchmark: 'sysbench',
      on: ['pn53@sysbench-cached', 'ax162-s@sysbench-cached-40c'],
      v: ['17.5 x10a', '18beta1 x10b'],
      base: '17.5 x10a',
      version: '18beta1 x10b',
      metric: 'cpu_us_per_op',
      t: 0.97,
      rule: 'thresholds',
      q: 'write -zipf',
      only: true,
      fold: ['point', 'write'],
      ...{ weights: 't0 2', price: 'pn53 0.40\nax162-s 0.8', currency: 'EUR', power: 'pn53 50' },
    };
    expect(parse(serversUrl.query(state))).toEqual(state);
  });

  it('keeps what people read readable', () => {
    const state = { ...serversUrl.defaults, on: ['pn53@w'], metric: 'reads_per_op' as const };
    expect(serversUrl.query(state)).toBe('?on=pn53@w&metric=r/o');
  });

  it('is in links of other views, with as much as they know', () => {
    expect(serversHref({})).toBe('/servers');
    expect(
      serversHref({
        product: 'MySQL',
        on: [heatmapText({ server: 'pn53', workload: 'cached-1c' })],
        base: '8.0.43 z12a',
      }),
    ).toBe('/servers?product=MySQL&on=pn53@cached-1c&base=8.0.43+z12a');
  });

  it('never fails, and never takes cpu/o, which cannot be compared between servers', () => {
    expect(parse('t=7&metric=cpu/o&on=&on=no-workload&fold=<x>&only=yes')).toEqual(serversUrl.defaults);
    expect(parse('t=&v=&on=a@b@c')).toEqual(serversUrl.defaults);
  });

  it('takes the last of a repeated parameter, and all of a list', () => {
    expect(parse('metric=QPS&metric=cs/o&on=a@w&on=a@w&on=b@w')).toMatchObject({
      metric: 'cs_per_op',
      on: ['a@w', 'b@w'],
    });
  });
});
