import { describe, expect, it } from 'vitest';
import { findReleaseLines } from '../verdicts/steps/release-lines';
import { makeRun } from '../verdicts/testing/make-matrix';
import { findConfigLines, stepBefore, withConfigLines } from './config-lines';
import type { LineEvidence } from './line-types';

const MARIADB = { product: 'MariaDB', flavour: 'rel_withdbg' };
/** `10.2.30 z12a` and so on: columns of one product and build. */
const columnsOf = (...names: string[]) =>
  names.map((name) => {
    const [version = '', config = ''] = name.split(' ');
    return makeRun(version, { ...MARIADB, config, label: name });
  });
const configsOf = (names: string[], evidence?: LineEvidence) =>
  findConfigLines(columnsOf(...names), evidence).lines.map(({ configs }) => configs);
const proposalsOf = (names: string[], evidence?: LineEvidence) =>
  findConfigLines(columnsOf(...names), evidence).proposals.map(({ from, to, reason }) => [from, to, reason]);
/** Releases on each line, the longest first. */
const linesOf = (names: string[], evidence?: LineEvidence) => {
  const columns = columnsOf(...names);
  const joined = withConfigLines(columns, findConfigLines(columns, evidence).lines);
  return findReleaseLines(joined, -1).map((line) => line.columns.map((index) => columns[index]?.label));
};

const WEAK = 'only a number or a date in the names shows their order';

describe('findConfigLines by names', () => {
  it('joins successive names whose versions are successive', () => {
    const names = ['17.5 x10a_c8r32', '18.0 x10b_c8r32', '18.1 x10b2_c8r32', '19.0 x11a_c8r32'];
    expect(configsOf(names)).toEqual([['x10a_c8r32', 'x10b_c8r32', 'x10b2_c8r32', 'x11a_c8r32']]);
    expect(configsOf(names.toReversed())).toEqual(configsOf(names));
    expect(linesOf(names)).toEqual([names]);
  });

  it('keeps one line where two configs alternate and the later one begins and ends later', () => {
    const names = ['10.2.30 z12a', '10.5.29 z12a', '10.6.25 z12b', '10.11.15 z12a', '12.3.1 z12b'];
    expect(linesOf(names)).toEqual([names]);
    const [line] = findConfigLines(columnsOf(...names)).lines;
    expect(line).toMatchObject({
      ...MARIADB,
      configs: ['z12a', 'z12b'],
      seams: [{ from: 'z12a', to: 'z12b', reason: 'names', changed: null, shared: null }],
    });
  });

  it.each([
    ['server classes', ['8.0.43 z12a_c8r32', '9.5.0 z12b_c32r128']],
    ['variations', ['9.4.0 z12a_gtid', '9.5.0 z13a']],
    ['variations in the first part', ['17.5 x10a', '18.0 x10cw4']],
    ['values of a setting', ['17.5 bp25', '18.0 bp100']],
    ['values with a unit', ['17.5 bp24g', '18.0 bp25g']],
    ['classes of servers', ['17.5 c8r32', '18.0 c8r64']],
    ['words', ['17.5 small', '18.0 large']],
  ])('keeps different %s apart', (_, names) => {
    expect(findConfigLines(columnsOf(...names))).toEqual({ lines: [], proposals: [] });
  });

  it('keeps products and builds apart', () => {
    const [a, b] = columnsOf('9.4.0 z12a', '9.5.0 z13a');
    if (!a || !b) throw new Error('Two columns were made.');
    expect(findConfigLines([a, { ...b, flavour: 'debug' }]).lines).toEqual([]);
    expect(findConfigLines([a, { ...b, product: 'MySQL' }]).lines).toEqual([]);
  });

  it('keeps configs that were measured with one version apart', () => {
    const names = ['17.5 x10a', '18beta1 x10b', '18beta1 x10c', '18beta1 x10d', '18beta2 x10d'];
    expect(configsOf(names)).toEqual([['x10a', 'x10b']]);
    expect(linesOf(['18beta1 x10b', '18beta3 x10b', '18beta3 x10b1', '18beta3 x10b2'])).toHaveLength(3);
    expect(configsOf(['18beta1 x10b', '18beta1 x10cw4', '18beta1 x10d'])).toEqual([]);
  });

  it('joins each variation with its own successor', () => {
    const names = ['9.4.0 z12a_c8r32', '9.4.0 z12a_c8r32_gtid', '9.5.0 z13a_c8r32', '9.5.0 z13a_c8r32_gtid'];
    expect(configsOf(names)).toEqual([
      ['z12a_c8r32', 'z13a_c8r32'],
      ['z12a_c8r32_gtid', 'z13a_c8r32_gtid'],
    ]);
  });

  it.each([
    ['a letter is left out', '9.4.0 z12a', '9.5.0 z12c', 'names differ by more than one letter'],
    ['a new number begins late', '9.4.0 z12a', '9.5.0 z13c', 'names differ by more than one letter'],
    ['files are numbered', '9.4.0 cnf-v1', '9.5.0 cnf-v2', WEAK],
    ['files have a date', '9.4.0 my.2024-01-10.cnf', '9.5.0 my.2025-09-02.cnf', WEAK],
    ['dates have no hyphens', '9.4.0 z20240110', '9.5.0 z20250902', WEAK],
  ])('only proposes a join where %s', (_, a, b, reason) => {
    const [from, to] = [a, b].map((name) => name.split(' ')[1]);
    expect(configsOf([a, b])).toEqual([]);
    expect(proposalsOf([a, b])).toEqual([[from, to, reason]]);
  });

  it.each([
    ['9.4.0 z9a', '9.5.0 z10a'],
    ['9.4.0 Z12A_C8R32', '9.5.0 z12b_c8r32'],
    ['9.4.0 z12a-c8r32', '9.5.0 z13a-c8r32'],
    ['9.4.0 z12a_fast', '9.5.0 z12b_fast'],
    ['9.4.0 z12b', '9.5.0 z13a'],
    ['5.7.44 my57.cnf', '8.0.43 my80.cnf'],
    ['8.0.43 my8043', '8.4.6 my846'],
    ['10.6.23 mariadb-10.6.cnf', '10.11.14 mariadb-10.11.cnf'],
    ['16.4 pg16_c8r32', '17.5 pg17_c8r32'],
    ['16.4 16', '17.5 17'],
  ])('joins the configs of %s and %s', (a, b) => {
    expect(configsOf([a, b])).toHaveLength(1);
    expect(linesOf([a, b])).toEqual([[a, b]]);
  });

  it.each([
    ['5.7.44 my57', '8.0.43 my80_gtid'],
    ['16.4 bp16', '17.5 bp17'],
    ['16.4 thr16', '17.5 thr17'],
    ['8.0.43 bp80', '8.4.6 bp84'],
    ['16.4 c16', '17.5 c17'],
    ['5.7.44 my57', '8.0.43 my57x'],
    ['8.0.43 c8r32', '9.4.0 c9r32'],
    ['9.4.0 z12a', '9.5.0 z13a_fast'],
    ['9.4.0 cnf-v1', '9.5.0 cnf-v2-gtid'],
  ])('has nothing to say of the configs of %s and %s', (a, b) => {
    expect(findConfigLines(columnsOf(a, b))).toEqual({ lines: [], proposals: [] });
  });

  it('joins the configs of more than two majors, each named after its version', () => {
    const names = ['5.6.51 my56', '5.7.44 my57', '8.0.43 my80', '8.4.6 my84'];
    expect(configsOf(names)).toEqual([['my56', 'my57', 'my80', 'my84']]);
  });

  it('does not join a variation that replaced another one, which skips a letter', () => {
    // x10d has io_method=io_uring; only 18beta1 was measured with both.
    const names = ['17.5 x10a', '18beta1 x10b', '18beta1 x10d', '18beta2 x10d', '18beta3 x10d'];
    const evidence = { compare: () => ({ moved: 0, tests: 32 }) };
    expect(configsOf(names, evidence)).toEqual([['x10a', 'x10b']]);
    expect(proposalsOf(names, evidence)).toEqual([['x10b', 'x10d', 'names differ by more than one letter']]);
  });

  it('asks about the nearest name alone where many are in the wrong order', () => {
    const names = [...'abcdef'].map((letter, index) => `9.${8 - index}.0 z12${letter}`);
    expect(proposalsOf(names).map(([from, to]) => `${from} ${to}`)).toEqual([
      'z12a z12b',
      'z12b z12c',
      'z12c z12d',
      'z12d z12e',
      'z12e z12f',
    ]);
  });

  it('only proposes weak joins', () => {
    expect(proposalsOf(['8.0.43 z12b', '9.5.0 z12a'])).toEqual([
      ['z12a', 'z12b', 'the later name was measured with the older version'],
    ]);
    expect(proposalsOf(['8.0.43 z12a', '9.5.0 z14a'])).toEqual([
      ['z12a', 'z14a', 'names differ by more than one number'],
    ]);
  });
});

describe('a version that was measured with both configs', () => {
  const names = ['9.3.0 z12a', '9.4.0 z12a', '9.4.0 z13a', '9.5.0 z13a'];
  const compare = (moved: number) => ({ compare: () => ({ moved, tests: 32 }) });

  it('joins them if no test moved', () => {
    const places: number[][] = [];
    const found = findConfigLines(columnsOf(...names), {
      compare: (...pair) => {
        places.push(pair);
        return { moved: 0, tests: 32 };
      },
    });
    expect(places).toEqual([[1, 2]]);
    expect(found.lines[0]?.seams[0]).toMatchObject({ shared: { version: '9.4.0', moved: 0, tests: 32 } });
    expect(linesOf(names, compare(0))[0]).toHaveLength(3);
  });

  it('keeps them apart if tests moved, or nothing could be compared', () => {
    expect(configsOf(names, compare(2))).toEqual([]);
    expect(proposalsOf(names, compare(2))).toEqual([['z12a', 'z13a', 'measured with both, tests differ']]);
    expect(proposalsOf(names)).toEqual([['z12a', 'z13a', 'measured with both, not compared']]);
  });
});

describe('findConfigLines by settings', () => {
  const BASE = 'innodb_buffer_pool_size=4G\ninnodb_flush_method=O_DIRECT';
  const DUMP = Array.from({ length: 200 }, (_, index) => `setting_${index}=1`).join('\n');
  const texts = (settings: Record<string, string>): LineEvidence => ({
    settingsOf: (_, config) => settings[config] ?? null,
  });

  it('joins equal settings under any name', () => {
    const names = ['9.4.0 fast', '9.5.0 quick'];
    const paths = { fast: `${BASE}\ndatadir=/data/94`, quick: `# new\n${BASE}\ndatadir=/data/95` };
    expect(configsOf(names, texts(paths))).toEqual([['fast', 'quick']]);
    expect(configsOf(['9.4.0 fast', '9.4.0 quick'], texts(paths))).toEqual([]);
  });

  it('tests a version that was measured with two names of equal settings', () => {
    const names = ['9.3.0 fast', '9.4.0 fast', '9.4.0 quick', '9.5.0 quick'];
    const equal = texts({ fast: BASE, quick: BASE });
    const compare = (moved: number) => ({ ...equal, compare: () => ({ moved, tests: 1 }) });
    expect(configsOf(names, compare(0))).toEqual([['fast', 'quick']]);
    expect(configsOf(names, compare(1))).toEqual([]);
    expect(proposalsOf(names, compare(1))).toEqual([['fast', 'quick', 'measured with both, tests differ']]);
  });

  it('proposes nothing that equal settings have joined', () => {
    const names = ['8.0.43 z12a', '9.5.0 z14a'];
    const found = findConfigLines(columnsOf(...names), texts({ z12a: BASE, z14a: BASE }));
    expect(found.lines.map(({ configs }) => configs)).toEqual([['z12a', 'z14a']]);
    expect(found.proposals).toEqual([]);
  });

  it('joins settings that a dump of the older version lacks, and proposes those of a file', () => {
    const names = ['9.4.0 fast', '9.5.0 quick'];
    const added = (text: string) => texts({ fast: text, quick: `${text}\nnew_option=ON` });
    expect(configsOf(names, added(DUMP))).toEqual([['fast', 'quick']]);
    expect(configsOf(names, added(BASE))).toEqual([]);
    expect(proposalsOf(names, added(BASE))).toEqual([['fast', 'quick', 'settings were added']]);
    expect(proposalsOf(names, texts({ fast: BASE, quick: BASE.replace('4G', '8G') }))).toEqual([]);
  });

  it('notes what changed at a seam, and only proposes a join where much did', () => {
    const names = ['9.4.0 z12a', '9.5.0 z13a'];
    const [line] = findConfigLines(
      columnsOf(...names),
      texts({ z12a: BASE, z13a: `${BASE}\ngtid=OFF` }),
    ).lines;
    expect(line?.seams[0]?.changed).toEqual([{ name: 'gtid', kind: 'added', before: null, after: 'OFF' }]);
    const other = DUMP.replaceAll('=1', '=2');
    expect(proposalsOf(names, texts({ z12a: DUMP, z13a: other }))).toEqual([
      ['z12a', 'z13a', 'many settings changed'],
    ]);
  });
});

describe('a config step', () => {
  const names = ['9.3.0 z12a', '9.4.0 z12a', '9.4.0 z13a', '9.5.0 z13a', '9.6.0 z13b'];
  const differ = { moved: 2, tests: 32, ratio: 0.94 };
  const settings = (_: string, config: string) => (config === 'z12a' ? 'io=1' : 'io=2');
  const step = (from = 'z12a', to = 'z13a') => [{ product: 'MariaDB', from, to, action: 'step' as const }];
  const found = (own: string[], evidence: LineEvidence) => findConfigLines(columnsOf(...own), evidence);

  it('is proposed where a successor differs at a shared version by settings that are known', () => {
    const canStep = (own: string[], evidence: LineEvidence) =>
      found(own, { compare: () => differ, ...evidence }).proposals.map((pair) => pair.canStep ?? false);
    expect(canStep(names, { settingsOf: settings })).toEqual([true]);
    expect(canStep(names, { settingsOf: () => 'io=1' })).toEqual([false]);
    expect(canStep(names, {})).toEqual([false]);
    const twoShared = ['9.3.0 z12a', '9.4.0 z12a', '9.5.0 z12a', '9.4.0 z13a', '9.5.0 z13a', '9.6.0 z13a'];
    expect(canStep(twoShared, { settingsOf: settings })).toEqual([true]);
    const variations = ['9.4.0 z12a', '9.5.0 z12a', '9.4.0 z13a', '9.5.0 z13a'];
    expect(canStep(variations, { settingsOf: settings })).toEqual([]);
    expect(found(names, { compare: () => differ, settingsOf: settings }).steps).toBeUndefined();
  });

  it('keeps the versions before and after it on separate lines', () => {
    const evidence = { compare: () => differ, settingsOf: settings, decisions: step() };
    const { lines, proposals, steps } = found(names, evidence);
    expect(lines.map(({ configs }) => configs)).toEqual([['z13a', 'z13b']]);
    expect(proposals).toEqual([]);
    expect(steps).toMatchObject([
      { ...MARIADB, from: 'z12a', to: 'z13a', line: 'z13a', shared: { version: '9.4.0', ratio: 0.94 } },
    ]);
    const columns = withConfigLines(columnsOf(...names), lines);
    expect(columns.map((column) => stepBefore(steps, column)?.from ?? null)).toEqual([
      null,
      null,
      'z12a',
      'z12a',
      'z12a',
    ]);
  });

  it('is none where the shared version shows no difference, and a join then', () => {
    const { lines, steps } = found(names, {
      compare: () => ({ moved: 0, tests: 32 }),
      decisions: step(),
    });
    expect(lines.map(({ configs }) => configs)).toEqual([['z12a', 'z13a', 'z13b']]);
    expect(steps).toBeUndefined();
  });

  it('keeps names apart that would be joined, on a server where no version was measured with both', () => {
    const apart = ['9.3.0 z12a', '9.5.0 z13a'];
    expect(found(apart, {}).lines).toHaveLength(1);
    const { lines, steps } = found(apart, { decisions: step() });
    expect(lines).toEqual([]);
    expect(steps).toMatchObject([{ line: 'z13a', shared: null }]);
  });

  it('ends the line before it for the names after it', () => {
    const own = ['9.3.0 z12a', '9.4.0 z12b', '9.5.0 z13a'];
    const { lines } = found(own, { decisions: [...step('z12b', 'z13a'), ...step('z12a', 'z12b')] });
    expect(lines).toEqual([]);
  });

  it('is taken back by a later decision', () => {
    const split = { product: 'MariaDB', from: 'z12a', to: 'z13a', action: 'split' as const };
    const { steps, proposals } = found(names, { compare: () => differ, decisions: [...step(), split] });
    expect(steps).toBeUndefined();
    expect(proposals).toMatchObject([{ reason: 'split' }]);
  });
});

describe('decisions', () => {
  const decide = (from: string, to: string, action: 'join' | 'split' | 'step'): LineEvidence => ({
    decisions: [{ product: 'MariaDB', from, to, action }],
  });

  it('split a join and propose it, whichever config is named first', () => {
    const names = ['10.5.29 z12a', '10.6.25 z12b', '12.3.1 z13a'];
    expect(configsOf(names, decide('z12b', 'z12a', 'split'))).toEqual([['z12b', 'z13a']]);
    expect(proposalsOf(names, decide('z12a', 'z12b', 'split'))).toEqual([['z12a', 'z12b', 'split']]);
  });

  it('join what only a person knows to be the same', () => {
    expect(configsOf(['9.4.0 fast', '9.5.0 z13a'], decide('fast', 'z13a', 'join'))).toEqual([
      ['fast', 'z13a'],
    ]);
    expect(configsOf(['9.5.0 z12a', '9.6.0 z14a'], decide('z12a', 'z14a', 'join'))).toEqual([
      ['z12a', 'z14a'],
    ]);
    const both = ['9.3.0 z12a', '9.4.0 z12a', '9.4.0 z13a', '9.5.0 z13a'];
    expect(linesOf(both, decide('z12a', 'z13a', 'join'))[0]).toHaveLength(3);
  });

  it('do not join configs that a version shows to differ', () => {
    const both = ['9.3.0 z12a', '9.4.0 z12a', '9.4.0 z13a', '9.5.0 z13a'];
    const evidence: LineEvidence = {
      ...decide('z12a', 'z13a', 'join'),
      compare: () => ({ moved: 2, tests: 32, movedTests: ['scan', 'update'] }),
    };
    expect(configsOf(both, evidence)).toEqual([]);
    expect(findConfigLines(columnsOf(...both), evidence).proposals).toMatchObject([
      {
        reason: 'measured with both, tests differ',
        shared: { version: '9.4.0', moved: 2, tests: 32, movedTests: ['scan', 'update'] },
      },
    ]);
    // A decision makes no successors of variations of one server.
    const variations = ['9.4.0 fast', '9.5.0 fast', '9.4.0 fast_gtid', '9.5.0 fast_gtid'];
    const joined = decide('fast', 'fast_gtid', 'join');
    expect(configsOf(variations, { ...evidence, ...joined })).toEqual([]);
  });

  it('split two configs of a line whichever config is in between, until they are joined', () => {
    const names = ['9.3.0 z12a', '9.4.0 z12b', '9.5.0 z13a'];
    expect(configsOf(names, decide('z12a', 'z13a', 'split'))).toEqual([['z12a', 'z12b']]);
    expect(proposalsOf(names, decide('z12a', 'z13a', 'split'))).toEqual([['z12a', 'z13a', 'split']]);
    const { decisions = [] } = decide('z12a', 'z13a', 'split');
    const undone = { decisions: [...decisions, ...(decide('z12a', 'z13a', 'join').decisions ?? [])] };
    expect(configsOf(names, undone)).toEqual([['z12a', 'z12b', 'z13a']]);
    expect(proposalsOf(names, undone)).toEqual([]);
    const settings = { settingsOf: () => 'innodb_buffer_pool_size=4G' };
    const apart = { ...settings, ...decide('fast', 'slow', 'split') };
    expect(configsOf(['9.3.0 fast', '9.4.0 quick', '9.5.0 slow'], apart)).toEqual([['fast', 'quick']]);
  });

  it('of another product count for nothing', () => {
    const evidence = {
      decisions: [{ product: 'MySQL', from: 'z12a', to: 'z12b', action: 'split' as const }],
    };
    expect(configsOf(['10.5.29 z12a', '10.6.25 z12b'], evidence)).toHaveLength(1);
  });
});
