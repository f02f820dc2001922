import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isJudged, judgePair } from '@basecase/analysis';
import { describe, expect, it } from 'vitest';
import { casesOf, SITUATIONS } from './cases';
import { corpusCases, figuresOf, linesOf, printFigures } from './judge-tables';
import { readTables } from './tables';

/** Eight days of 24 tests that move by up to half a percent; on the last one, one test moves by `last`. */
const days = (last = 0) =>
  Array.from({ length: 8 }, (_, day) => ({
    source: 'board 1',
    kind: 'board',
    x: Array.from({ length: 24 }, (_, test) =>
      day === 7 && test === 5 ? last : 0.005 * Math.sin(day * 12.9898 + test * 78.233),
    ),
  }));

/** @param {string} known */
function situationOf(known) {
  const situation = SITUATIONS.find((one) => one.known === known);
  if (!situation) throw new Error(`no situation ${known}`);
  return situation;
}

/** @param {import('./cases').SameCase | undefined} one */
function judge(one) {
  if (!one) throw new Error('no such case');
  return judgePair(one.matrix, { base: 0, column: 1, noise: one.noise });
}

it('takes lists of tables only', () => {
  expect(readTables(JSON.stringify(days()))).toEqual(days());
  for (const text of ['{}', '[]', '[null]', '[{"source":"a","kind":"b","x":[]}]', '[{"kind":"b","x":[0]}]']) {
    expect(() => readTables(text)).toThrow(RangeError);
  }
});

describe('cases', () => {
  it('know nothing of the machine, so that only one that is called dedicated has a sure change', () => {
    const situation = situationOf('nothing');
    const verdictOf = (/** @type {import('@basecase/ingest/model').ServerKind} */ server) =>
      judge(casesOf(days(-0.7), { situation, server, hasPositions: false })[7]).cells[5]?.verdict;
    expect(verdictOf('dedicated')).toBe('regression');
    expect(verdictOf('virtual')).toBe('possible regression');
  });

  it('are calibrated by pairs that share no run with them', () => {
    const cases = casesOf(days(), {
      situation: situationOf('3 pairs'),
      server: 'virtual',
      hasPositions: false,
    });
    expect(cases[4]?.noise.pairs.map(({ a, kind }) => [a.version, kind])).toEqual([
      ['A/A 1', 'run again'],
      ['A/A 2', 'run again'],
      ['A/A 6', 'run again'],
    ]);
    expect(judge(cases[4]).noise).toMatchObject({ evidence: 'pairs', pairs: 3, canBeSure: true });
    // Positions make pairs of single tests of them.
    const named = casesOf(days(), {
      situation: situationOf('3 pairs'),
      server: 'virtual',
      hasPositions: true,
    });
    const pairsOf = (/** @type {typeof cases[number] | undefined} */ one) => judge(one).cells[0];
    expect(pairsOf(cases[4])).toMatchObject({ noisePairs: 0 });
    expect(pairsOf(named[4])).toMatchObject({ noisePairs: 3 });
  });

  it('have two runs a side of four days in a row, which calibrate each other', () => {
    const situation = situationOf('two runs a side');
    const cases = casesOf(days(), { situation, server: 'virtual', hasPositions: false });
    expect(cases).toHaveLength(6);
    const [x1 = 0, x2 = 0, x3 = 0] = days().map(({ x }) => x[3] ?? 0);
    const judged = judge(cases[0]);
    const cell = judged.cells[3];
    expect(cell).toMatchObject({ baseRuns: 2, versionRuns: 2 });
    expect(cell && isJudged(cell) ? cell.x : null).toBeCloseTo(x1 / 2 + x2 + x3 / 2, 4);
    expect(judged.noise).toMatchObject({ evidence: 'sessions', pairs: 1, canBeSure: true });
  });
});

it('counts false flags of tables, and changes that were put in', () => {
  const situation = situationOf('3 pairs');
  const options = { situation, server: /** @type {const} */ ('dedicated'), hasPositions: false };
  const quiet = figuresOf(casesOf(days(), options));
  expect(quiet).toMatchObject({ tables: 8, falseFlags: 0, withAny: 0, found: [1, 1, 1, 1] });
  const loud = figuresOf(casesOf(days(-0.7), options));
  expect(loud).toMatchObject({ falseFlags: 1 / 8, withAny: 1 / 8 });
  const text = printFigures(['machine', 'known', 'called'], linesOf(days(-0.7), false));
  expect(text).toContain('| board | nothing | virtual | 8 | 0.00 | ≤ 0 | 0% |');
  expect(text).toContain('| board | 3 pairs, hosts believed | unknown |');
});

it('finds the repeat pairs of tables in a directory, each run once', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'verdicts-'));
  const table = (/** @type {readonly string[]} */ versions, /** @type {number} */ unit) => {
    const head = versions.map((version, index) => `col-${index + 1} : x.${version}_o2nofp.x10a_c8r32.pk1`);
    const names = versions.map((_, index) => `col-${index + 1}`).join('\t');
    const rows = ['hot-points', 'point-query', 'delete', 'insert'].map((test, row) =>
      [
        ...versions.map((version) => String((row + 1) * unit + Number(version.slice(2)))),
        `${test}_range=100`,
      ].join('\t'),
    );
    return `${[...head, '', names, ...rows].join('\n')}\n`;
  };
  try {
    writeFileSync(join(directory, 'qps.abs.a.tsv'), table(['pg176', 'pg177', 'pg180'], 9000));
    writeFileSync(join(directory, 'qps.abs.b.tsv'), table(['pg177', 'pg180', 'pg181'], 9000));
    const [found, ...more] = await corpusCases(directory, true);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ clients: null, cached: true });
    expect(found?.cases.map(({ matrix }) => matrix.columns.map(({ version }) => version))).toEqual([
      ['17.6', '17.7'],
      ['18.0', '18.1'],
    ]);
  } finally {
    await rm(directory, { recursive: true });
  }
});
