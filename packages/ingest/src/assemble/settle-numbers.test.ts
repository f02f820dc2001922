import { describe, expect, it } from 'vitest';
import { METRIC_IDS, metricOf } from '../model/metric';
import { readNumbers } from '../testing/damage';
import { readFixture, runFiles } from '../testing/fixtures';

const LOG = 'sb.o.read-write.range100.pk1.dop2';

async function readDamaged(from: RegExp, to: string) {
  const files = runFiles('x.my9500_rel.z12a_c8r32.pk1');
  const [path] = Object.keys(files).filter((name) => name.endsWith(LOG));
  if (!path) throw new Error('no log');
  const text = readFixture(LOG).toString('latin1');
  expect(text).toMatch(from);
  const reading = await readNumbers({ ...files, [path]: Buffer.from(text.replace(from, to), 'latin1') });
  const all = [...reading.numbers.values()].filter(({ file }) => file.includes('read-write'));
  return { path, all, diagnostics: reading.diagnostics };
}

it('makes throughput and every cost per operation doubtful when its line contradicts the others', async () => {
  const { path, all, diagnostics } = await readDamaged(
    /(\n {4}queries: +\d+ +\()[\d.]+(?= per sec\.\)\n {4}ign)/,
    '$1123456.78',
  );
  const throughput = all.find(({ metric, file }) => metric === 'throughput' && file === path);
  expect(throughput?.doubt?.message).toMatch(
    /queries per sec\. is 123456\.78 \(line \d+\), total time is .* \(line \d+\)/,
  );
  expect(throughput?.doubt?.line).not.toBe(throughput?.line);
  const costs = all.filter(({ metric, source }) => metric.endsWith('_per_op') && source === 'computed');
  expect(costs.length).toBeGreaterThan(0);
  expect(costs.filter(({ doubt }) => !doubt)).toEqual([]);
  // Host metrics are not doubtful.
  expect(
    all.find(({ metric, source }) => metric === 'cpu_percent' && source === 'computed')?.doubt,
  ).toBeUndefined();
  expect(diagnostics.some(({ code, line }) => code === 'VALUES_DISAGREE' && line === throughput?.line)).toBe(
    true,
  );
});

it('stores no number outside of its bounds, and nothing that was computed of it', async () => {
  const { path, all, diagnostics } = await readDamaged(
    /(\n {4}queries: +\d+ +\()[\d.]+(?= per sec\.\)\n {4}ign)/,
    `$1${'9'.repeat(30)}`,
  );
  expect(all.filter(({ metric, file }) => metric === 'throughput' && file === path)).toEqual([]);
  expect(all.filter(({ metric, source }) => metric.endsWith('_per_op') && source === 'computed')).toEqual([]);
  const found = diagnostics.find(({ code }) => code === 'VALUE_IMPLAUSIBLE');
  expect(found?.message).toBe(
    'QPS of 1e+30 operations/s is above 1000000000000: no system does a million million of anything in a second. Not stored.',
  );
});

it('doubts latencies in an impossible order', async () => {
  const { all } = await readDamaged(/(95th percentile: +)[\d.]+/, '$199999.99');
  expect(all.find(({ metric }) => metric === 'latency_p95')?.doubt?.message).toMatch(
    /^p95 ≤ max does not hold/,
  );
  expect(
    all.find(({ metric, source }) => metric === 'throughput' && source === 'reported')?.doubt,
  ).toBeUndefined();
});

it('every metric has bounds, and none allows a negative number or 1e30', () => {
  for (const id of METRIC_IDS) {
    const { min, max, reason } = metricOf(id).bounds;
    expect([id, min]).toEqual([id, 0]);
    expect(max).toBeLessThan(1e20);
    expect(reason).not.toBe('');
  }
});

describe('a percentile in the last bucket of a histogram', () => {
  const log = (p95: string, max: string) =>
    readFixture('oltp_read_write.t8.errors.p99.txt')
      .toString()
      .replace(/(99th percentile: +)[\d.]+/, `$1${p95}`)
      .replace(/(max: +)[\d.]+/, `$1${max}`);
  const read = async (text: string) => {
    const { numbers, diagnostics } = await readNumbers({ 'a.txt': Buffer.from(text) });
    const found = [...numbers.values()].find(({ metric }) => metric === 'latency_p99');
    return { p99: found?.value, messages: diagnostics.map(({ message }) => message).join('\n') };
  };

  it('is not stored where longer ones were counted', async () => {
    const { p99, messages } = await read(log('100000.00', '270178.25'));
    expect(p99).toBeUndefined();
    expect(messages).toMatch(/p99 is at least 100 s: the histogram of sysbench \S+ ends there/);
  });

  it.each([
    ['100000.00', '100000.00', 100],
    ['99999.99', '270178.25', 99.99999],
    ['100001.00', '270178.25', 100.001],
  ])('is stored where it is a value: %s of at most %s ms', async (p95, max, expected) => {
    const { p99, messages } = await read(log(p95, max));
    expect(p99).toBe(expected);
    expect(messages).not.toContain('at least');
  });
});
