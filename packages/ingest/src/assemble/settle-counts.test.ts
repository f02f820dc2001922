import { expect, it } from 'vitest';
import { assembleRuns } from '../assemble/assemble-runs';
import { readFixture } from '../testing/fixtures';
import { parseBytes } from '../testing/parse-bytes';

const LOG = readFixture('sb.o.read-write.range100.pk1.dop2');

async function assembled(names: readonly string[], text = LOG.toString('latin1')) {
  const logs = [];
  for (const name of names) {
    const path = `x.my9500_rel.z12a_c8r32.pk1/${name}`;
    const parsed = await parseBytes(path, Buffer.from(text, 'latin1'));
    if (parsed.log) logs.push({ path, log: parsed.log });
  }
  return assembleRuns(logs, { rootLabel: 'x', device: undefined });
}

it('leaves a range or a number of clients out that no test can have, and keeps tests apart', async () => {
  const { runs, diagnostics } = await assembled([
    'sb.o.scan.range0.pk1.dop2',
    'sb.o.scan.range99999999999.pk1.dop2',
    'sb.o.scan.range999999999999999999999.pk1.dop2',
    'sb.o.scan.range100.pk1.dop2',
    'sb.o.scan.pk1.dop2',
  ]);
  expect(runs.flatMap(({ results }) => results.map(({ test, range }) => [test, range]))).toEqual(
    expect.arrayContaining([
      ['scan.range0', null],
      ['scan.range99999999999', null],
      ['scan.range999999999999999999999', null],
      ['scan', 100],
      ['scan', null],
    ]),
  );
  const found = diagnostics.filter(({ code }) => code === 'VALUE_IMPLAUSIBLE');
  expect(found.map(({ message }) => message)).toEqual([
    'range of 0: expected a whole number from 1 to 2147483647. Not stored.',
    'range of 99999999999: expected a whole number from 1 to 2147483647. Not stored.',
  ]);
  expect(found[0]?.file).toBe('x.my9500_rel.z12a_c8r32.pk1/sb.o.scan.range0.pk1.dop2');
});

it('leaves clients out that no run can have', async () => {
  const text = LOG.toString('latin1').replaceAll(/(threads[:=] ?)2\b/g, `$1${'9'.repeat(11)}`);
  const { runs, diagnostics } = await assembled(['sb.o.scan.range100.pk1.dop2'], text);
  const said = runs.flatMap(({ workload, results }) => [
    workload.clients,
    ...results.map(({ clients }) => clients),
  ]);
  expect(said).toEqual([null, null]);
  expect(diagnostics.some(({ message }) => message.startsWith('clients of 99999999999'))).toBe(true);
});
