import { join } from 'node:path';
import type { ColumnInput } from '@basecase/analysis';
import type { NormalizedRun } from '@basecase/ingest/model';
import { expect, it } from 'vitest';
import { assertOneTable, splitColumns } from './split-columns';
import { runCaptured } from './testing/capture';
import { makeTemporaryDirectory, writeRunDirectory } from './testing/run-directory';

/** `8.0.43 a` is a run of MySQL 8.0.43 with the config a. */
function run(words: string, own: { benchmark?: string; label?: string } = {}): NormalizedRun {
  const [version = '', config = null] = words.split(' ');
  return {
    ...{ benchmark: 'sysbench', label: 'dir', results: [], isSummary: false, ...own },
    variant: { product: 'MySQL', version, versionKnown: true, flavour: null, config },
    workload: { primaryKey: null },
  } as unknown as NormalizedRun;
}

const column = (label: string, ...words: string[]): ColumnInput => ({
  label,
  runs: words.map((each) => run(each)),
});

function split(columns: ColumnInput[], choice = {}) {
  const notes: string[] = [];
  const comparisons = splitColumns(columns, choice, { note: (line: string) => notes.push(line) } as never);
  const names = comparisons.map(({ config, columns: own }) => [config, ...own.map(({ label }) => label)]);
  return { comparisons, names, notes };
}

it.each<[string, ColumnInput[], (string | null)[][], string | null]>([
  ['one run', [column('dir', '8.0.43 a')], [[null, 'dir']], null],
  ['no run', [column('dir')], [[null, 'dir']], null],
  [
    'two configs of one version',
    [column('dir', '8.0.43 after', '8.0.43 before')],
    [[null, 'before', 'after']],
    'dir holds 2 configs of MySQL 8.0.43: before, after. Each is a column, before the base.',
  ],
  [
    'versions of one config, in their order',
    [column('dir', '8.0.43 a', '8.0.9 a', '9.5.0 a')],
    [[null, 'MySQL 8.0.9', 'MySQL 8.0.43', 'MySQL 9.5.0']],
    'dir holds 3 versions: MySQL 8.0.9, MySQL 8.0.43, MySQL 9.5.0. Each is a column, MySQL 8.0.9 the base.',
  ],
  [
    'two configs of two versions',
    [column('dir', '8.0.43 a', '8.0.43 b', '9.5.0 a', '9.5.0 b', '9.5.0 c')],
    [
      ['a', 'MySQL 8.0.43', 'MySQL 9.5.0'],
      ['b', 'MySQL 8.0.43', 'MySQL 9.5.0'],
    ],
    'left out, as they have a single version: c. --config chooses one.',
  ],
  [
    'versions with a config each',
    [column('dir', '8.0.43 a', '9.5.0 b')],
    [[null, 'MySQL 8.0.43 a', 'MySQL 9.5.0 b']],
    'dir holds 2 versions, each with another config',
  ],
  [
    'two arguments with the same configs',
    [column('old', '8.0.43 a', '8.0.43 b'), column('new', '9.5.0 b', '9.5.0 a', '9.5.0 c')],
    [
      ['a', 'old', 'new'],
      ['b', 'old', 'new'],
    ],
    'left out, as the arguments do not share them: c.',
  ],
  [
    'two arguments that share one config',
    [column('old', '8.0.43 a'), column('new', '9.5.0 b', '9.5.0 a')],
    [[null, 'old', 'new']],
    'left out, as the arguments do not share them: b.',
  ],
  [
    'two arguments, one of which holds versions',
    [column('old', '8.0.43 a'), column('new', '9.5.0 a', '9.6.0 a')],
    [[null, 'old', 'new']],
    null,
  ],
  ['two columns', [column('old', '8.0.43 a'), column('new', '9.5.0 b')], [[null, 'old', 'new']], null],
])('arguments never mix versions or configs: %s', (_, columns, expected, note) => {
  const { names, notes } = split(columns);
  expect(names).toEqual(expected);
  if (note === null) expect(notes).toEqual([]);
  else expect(notes.join('\n')).toContain(note);
});

it('a config that is chosen is the only one, and an unknown one is refused with those that are there', () => {
  const columns = [column('dir', '8.0.43 a', '8.0.43 b', '9.5.0 a', '9.5.0 b')];
  expect(split(columns, { config: 'B' }).names).toEqual([[null, 'MySQL 8.0.43', 'MySQL 9.5.0']]);
  expect(() => split(columns, { config: 'c' })).toThrow('no argument has the config c. Available: a, b.');
});

it('means of vmstat do not become a column next to a test', () => {
  const runs = [run('8.0.43 a'), run('unknown', { benchmark: 'host' }), run('9.5.0 a')];
  expect(split([{ label: 'dir', runs }]).names).toEqual([[null, 'MySQL 8.0.43', 'MySQL 9.5.0']]);
});

it('columns have the names of their runs where these differ', () => {
  const runs = [run('8.0.43 a', { label: 'my8043.a' }), run('9.5.0 a', { label: 'my9500.a' })];
  expect(split([{ label: 'dir', runs }]).names).toEqual([[null, 'my8043.a', 'my9500.a']]);
});

it('several tables are refused where a format holds one', () => {
  const { comparisons } = split([column('dir', '8.0.43 a', '8.0.43 b', '9.5.0 a', '9.5.0 b')]);
  expect(() => assertOneTable(comparisons, 'json')).toThrow('Choose one with --config, e.g. --config "a"');
  expect(() => assertOneTable(comparisons, 'md')).not.toThrow();
  expect(() => assertOneTable(comparisons.slice(1), 'json')).not.toThrow();
});

it('a directory with two versions of two configs has a table and a verdict for each config', async () => {
  const { path: cwd, remove } = await makeTemporaryDirectory();
  const rate = { my8043: { z12a: 8000, z12b: 4000 }, my9500: { z12a: 7200, z12b: 4400 } };
  for (const [version, configs] of Object.entries(rate))
    for (const [config, insert] of Object.entries(configs))
      await writeRunDirectory(join(cwd, `all/x.${version}_rel.${config}.pk1`), { 'insert.range100': insert });
  const { code, stdout } = await runCaptured(['compare', 'all'], { cwd });
  expect(code).toBe(0);
  expect(stdout.replace(/ +/g, ' ')).toMatch(
    /Config z12a\n[\s\S]*my9500_rel\.z12a[\s\S]*insert_range=100 8000 0\.90\n[\s\S]*Config z12b\n[\s\S]*insert_range=100 4000 1\.10\n/,
  );
  expect((await runCaptured(['compare', 'all', '--format', 'tsv'], { cwd })).stderr).toContain(
    '--config "z12a"',
  );
  const check = await runCaptured(['check', 'all'], { cwd });
  expect(check.stdout).toMatch(/Config z12a[\s\S]*my9500_rel\.z12a[\s\S]*Config z12b[\s\S]*my9500_rel\.z12b/);
  const one = await runCaptured(['check', 'all/x.my9500_rel.z12a.pk1'], { cwd });
  expect([one.code, one.stderr]).toEqual([1, expect.stringContaining('one version with one config')]);
  await remove();
});
