import { describe, expect, it } from 'vitest';
import { makePage } from '../../testing/test-page';
import { ladderRows, neighboursModel, recordCosts } from './ladder-rows';
import { recordCard, recordTable } from './record-card';
import { recordConfounders } from './record-lede';

const page = makePage({
  costs: [
    {
      column: 'postgresql-15.15',
      version: '15.15',
      absolute: { throughput: 41562, cpu_per_op: 0.000712, cs_per_op: 6.443 },
      relative: { throughput: 1, cpu_per_op: 1, cs_per_op: 1 },
    },
    {
      column: 'postgresql-16.10',
      version: '16.10',
      absolute: { throughput: 35046, cpu_per_op: 0.000845, cs_per_op: 5.6 },
      relative: { throughput: 0.843, cpu_per_op: 1.187, cs_per_op: 0.869 },
    },
  ],
  neighbours: ['update-zipf', 'insert'].map((name) => ({
    key: name,
    name,
    range: 100,
    isSelf: name === 'update-zipf',
    cells: makePage().ladder.map(({ column, toLastGood }) => ({
      column,
      ratio: toLastGood,
      verdict: toLastGood === null ? ('missing' as const) : ('regression' as const),
    })),
    slug: null,
  })),
});

describe('the ladder of versions', () => {
  it('has bars from zero, marks the first bad version, and shows a missing one as missing', () => {
    const rows = ladderRows(page.ladder, 'regression', String);
    expect(rows.map(({ version, bar, isBad, role }) => [version, bar, isBad, role])).toEqual([
      ['14.20', 100, false, ''],
      ['15.15', 95.5, false, 'last good, base'],
      ['16.10', 80.6, true, 'first bad'],
      ['16.11', 79.7, true, ''],
      ['17.6', null, true, ''],
      ['18.1', 73.3, true, ''],
    ]);
    expect(rows[4]).toMatchObject({ value: '–', verdict: 'missing', runs: 'not run' });
    expect(rows.map(({ isNewLevel }) => isNewLevel)).toEqual([false, false, true, false, false, true]);
  });

  it('ends where a later version is back', () => {
    const ladder = page.ladder.map((step) =>
      step.version === '18.1' ? { ...step, role: 'fixed' as const } : step,
    );
    expect(ladderRows(ladder, 'regression', String).at(-1)).toMatchObject({
      isBad: false,
      role: 'back at the previous level',
    });
  });
});

describe('what the hardware paid', () => {
  const at = { lastGood: 'postgresql-15.15', firstBad: 'postgresql-16.10' };

  it('is shown absolute and against the last good version, costs that rose in orange', () => {
    const model = recordCosts(page.costs, at);
    expect(model?.heads).toEqual(['cpu/o', 'cs/o', 'o/s']);
    expect(model?.rows[1]).toEqual({
      version: '16.10',
      isFirstBad: true,
      absolute: ['0.000845', '5.600', '35\u202f046'],
      relative: [
        { text: '1.19', level: 'r2', direction: 'up' },
        { text: '0.87', level: 'b2', direction: 'dn' },
        { text: '0.84', level: 'r2', direction: 'dn' },
      ],
    });
    expect(model?.rows[0]?.relative).toBeNull();
  });

  it('is nothing when nothing was recorded', () => {
    const bare = page.costs.map((costs) => ({ ...costs, absolute: { throughput: 1 } }));
    expect(recordCosts(bare, at)).toBeNull();
  });
});

describe('neighbours, confounders and the card', () => {
  const versions = new Map(page.ladder.map(({ column, version }) => [column, version]));

  it('shows other tests of the group from the first bad version on', () => {
    const model = neighboursModel(page.neighbours, { firstBad: 'postgresql-16.10', versions });
    expect(model?.heads).toEqual(['16.10', '16.11', '17.6', '18.1']);
    expect(model?.rows.map(({ name, cells }) => [name, cells.length])).toEqual([
      ['update-zipf', 4],
      ['insert', 4],
    ]);
    expect(neighboursModel(page.neighbours.slice(0, 1), { firstBad: '', versions })).toBeNull();
  });

  it('names the other differences between the two versions', () => {
    const confounders = [{ what: 'config' as const, lastGood: 'x10a', firstBad: 'x10b' }];
    const model = recordConfounders(makePage({ confounders }));
    expect(model?.sentence).toBe('More than the version differs: config. Any of these may cause a change.');
    expect(model?.items[0]?.sentence).toBe('Config: x10a in 15.15, x10b in 16.10.');
    expect(recordConfounders(page)).toBeNull();
  });

  it('is a card with the numbers of the page', () => {
    const card = recordCard(page);
    expect(card.tiles.map(({ verdict, words }) => `${verdict.text} ${words}`)).toEqual([
      '0.84 of 15.15: 35\u202f046 / 41\u202f562 queries/s',
      'Sure noise ±5.5%',
    ]);
    expect(card.metrics.map(({ label, ratio }) => `${label} ${ratio.text}`)).toEqual([
      'queries/s 0.84',
      'cpu/o 1.19',
      'cs/o 0.87',
    ]);
    const table = recordTable(page);
    expect(table.columns.filter(({ isBase }) => isBase).map(({ name }) => name)).toEqual(['15.15']);
    expect(table.groups[0]?.rows[0]?.cells).toHaveLength(page.ladder.length);
  });
});
