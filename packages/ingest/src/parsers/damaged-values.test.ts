import { describe, expect, it } from 'vitest';
import { type Damage, damages, linesOf, type Reading, readNumbers, silentChanges } from '../testing/damage';
import { type Fixture, listFixtures } from '../testing/fixtures';

/** No number, nothing, two points, a word of C, and far too many digits. */
const UNREADABLE = ['x1y', '', '1.2.3', 'nan', '9'.repeat(30)];

/**
 * Formats that mark a missing value by an empty cell or `nan`, which is not damage. A report.tsv has empty cells,
 * tables of ratios divide 0 by 0.
 */
const HAS_EMPTY_CELLS =
  /^(?:o\.met|o\.sum|qps\.|made-report|made-summary|made-(?:some-steps|one-\w+|ratios)\.table|.*\.sdev$|sb\.met|made-query-step\.report)/;
/** Cells that name a row, not values: a version, the rows of a step. */
const NAMES_ITS_ROWS = /^made-(?:report-2021|one-version|some-steps|versions)/;

const fixtures = listFixtures().filter(({ name }) => !NAMES_ITS_ROWS.test(name));

function isNoValue({ name }: Fixture, { to }: Damage): boolean {
  return (to === '' || to === 'nan') && HAS_EMPTY_CELLS.test(name);
}

async function silentOf(fixture: Fixture, before: Reading, damage: Damage): Promise<string[]> {
  if (isNoValue(fixture, damage)) return [];
  const { name } = fixture;
  const { line, from, to } = damage;
  const after = await readNumbers({ [name]: damage.bytes });
  return silentChanges(before, after, { file: name, line }).map(
    (change) => `${line}: ${from} -> ${to}: ${change}`,
  );
}

describe.each(fixtures.map((fixture) => [`${fixture.owner}/${fixture.name}`, fixture] as const))(
  '%s',
  (_, fixture) => {
    it('loses no number without a diagnostic that names its line', async () => {
      const { name, bytes } = fixture;
      const before = await readNumbers({ [name]: bytes });
      const lines = linesOf(before, name, () => true);
      // Each number in one of the ways, in turn: all of them take half a minute.
      let turn = 0;
      const next = () => {
        turn += 1;
        return [UNREADABLE[turn % UNREADABLE.length] ?? ''];
      };
      const silent: string[] = [];
      for (const damage of damages(bytes, lines, next))
        silent.push(...(await silentOf(fixture, before, damage)));
      expect(silent).toEqual([]);
    });
  },
);

/** Logs with throughput printed twice; tables and the first versions of a tool print it once. */
const SAYS_IT_TWICE =
  /^(?:oltp_|fileio\.|memory\.|cpu\.(?:prime|rate)|threads|sb\.o\.|made-0\.[45]|made-1\.0|checkpoints|zero|db_bench-sequence|benchmark_(?:readrandom|overwriteandwait|fillseq)|randread\.(?:json|normal)|randrw|randwrite\.fsync|made-hammerdb-(?:async|v3|v4|v6)|o\.pg\..*run\.out)/;
/** Of a sum of reads, writes and fsyncs the fsyncs are within its tolerance. */
const SMALL_PART = /^ +(?:fsyncs\/s|fsync:)/;

describe.each(
  fixtures.filter(({ name }) => SAYS_IT_TWICE.test(name)).map((fixture) => [fixture.name, fixture] as const),
)('throughput of %s', (_, fixture) => {
  it('is doubtful or absent when its number is ten times as large or small, or has 30 digits', async () => {
    const { name, bytes } = fixture;
    const before = await readNumbers({ [name]: bytes });
    const texts = bytes.toString('latin1').split('\n');
    const lines = linesOf(before, name, ({ metric }) => metric === 'throughput').filter(
      (line) => !SMALL_PART.test(texts[line - 1] ?? ''),
    );
    const scaled = (number: string) =>
      [10, 0.1].map((factor) => String(Number((Number(number) * factor).toPrecision(12))));
    const accepted: string[] = [];
    for (const { line, from, to, bytes: damaged } of damages(bytes, lines, (number) => [
      ...scaled(number),
      '9'.repeat(30),
    ])) {
      const after = await readNumbers({ [name]: damaged });
      for (const [key, { metric, value }] of before.numbers) {
        const now = after.numbers.get(key);
        if (metric !== 'throughput' || !now || now.value === value || now.doubt) continue;
        accepted.push(`${line}: ${from} -> ${to}: ${value} -> ${now.value}`);
      }
    }
    expect(accepted).toEqual([]);
  });
});
