import { expect, it } from 'vitest';
import { LATENCIES, METRICS } from '../metric';

it('lists every latency of an operation once, percentiles from fast to slow', () => {
  const ids = Object.keys(METRICS).filter((id) => /^(?:sync_)?latency_(?:min|avg|p\d+|max)$/.test(id));
  expect([...LATENCIES].sort()).toEqual(ids.sort());
  for (const kind of ['latency', 'sync_latency']) {
    // p999 is 99.9%.
    const shares = LATENCIES.flatMap((id) => {
      const [, digits] = new RegExp(`^${kind}_p(\\d+)$`).exec(id) ?? [];
      return digits === undefined ? [] : [Number(`0.${digits}`)];
    });
    expect(shares.length).toBeGreaterThan(2);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  }
});
