import { expect, it } from 'vitest';
import { findDisagreements, type Relation, type Said } from './disagreements';
import { printed, times } from './ranges';

const said = (name: string, value: number, line: number, metrics: Said['metrics'] = []): Said => ({
  name,
  value,
  line,
  metrics,
  range: printed(value, 0),
});

function product(rate: Said, seconds: Said, count: Said): Relation {
  return {
    of: [rate, seconds, count],
    left: count.range,
    right: times(rate.range, seconds.range),
    words: 'count',
  };
}

it('takes the side of the number that another relation confirms', () => {
  const seconds = said('total time', 10, 3, ['elapsed']);
  const queries = product(said('queries per sec.', 100, 1, ['throughput']), seconds, said('queries', 100, 1));
  const transactions = product(
    said('transactions per sec.', 5, 2, ['transactions_per_s']),
    seconds,
    said('transactions', 50, 2),
  );
  const found = findDisagreements([queries, transactions, null]);
  expect(found.map(({ said: { metrics } }) => metrics)).toEqual([['throughput']]);
  expect(found[0]?.other.line).toBe(3);
});

it('doubts every number where nothing confirms any, and says the values and lines of all', () => {
  const found = findDisagreements([
    product(
      said('ops/sec', 100, 1, ['throughput']),
      said('seconds', 10, 2, ['elapsed']),
      said('operations', 100, 4),
    ),
  ]);
  expect(found.map(({ said: { name } }) => name)).toEqual(['ops/sec', 'seconds']);
  expect(found[0]?.message).toBe(
    'count does not hold: ops/sec is 100 (line 1), seconds is 10 (line 2), operations is 100 (line 4)',
  );
});

it('lets a rough relation break and confirm nothing', () => {
  const ops = said('ops/sec', 100, 1, ['throughput']);
  const rough: Relation = { of: [ops], left: ops.range, right: ops.range, words: 'near', isRough: true };
  const broken = product(ops, said('seconds', 10, 2, ['elapsed']), said('operations', 100, 4));
  expect(findDisagreements([rough, broken]).map(({ said: { name } }) => name)).toEqual([
    'ops/sec',
    'seconds',
  ]);
});
