import { afterAll, beforeAll, expect, it } from 'vitest';
import { getCompareView } from '../queries/heatmaps/get-compare-view';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import { addCellNote, listCellNotes, undoCellNote } from './cell-notes';

let bench: RegressionBench;
let cell: { server: string; workload: string; test: string; column: string };

beforeAll(async () => {
  bench = await openRegressionBench();
  await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
  const [record] = await bench.list({});
  if (!record) throw new Error('no record');
  cell = {
    server: record.server.slug,
    workload: record.workload.slug,
    test: record.test.key,
    column: record.firstBad.column,
  };
});
afterAll(() => bench.close());

const add = (change: { text?: string; isHighlighted?: boolean; test?: string; column?: string }) =>
  addCellNote(bench.database, { ...cell, text: '', isHighlighted: false, by: 'jo', ...change });
const shown = async () => (await getCompareView(bench.database, cell)).notes;

it('a view shows a note until it is undone, and the list keeps it', async () => {
  expect(await shown()).toBeUndefined();
  const note = await add({ text: ' <b>known</b> | bug ', isHighlighted: true });
  expect(note).toMatchObject({
    ...cell,
    text: '<b>known</b> | bug',
    isHighlighted: true,
    by: 'jo',
    undone: null,
  });
  expect(await shown()).toEqual([
    {
      id: note.id,
      test: cell.test,
      column: cell.column,
      text: '<b>known</b> | bug',
      isHighlighted: true,
      by: 'jo',
      createdAt: note.createdAt,
    },
  ]);
  const undone = await undoCellNote(bench.database, { id: note.id, by: 'kim' });
  expect(undone.undone).toMatchObject({ by: 'kim' });
  expect(await shown()).toBeUndefined();
  expect(await listCellNotes(bench.database, cell)).toEqual([undone]);
  await expect(undoCellNote(bench.database, { id: note.id, by: 'kim' })).rejects.toThrow(
    `No note ${note.id}`,
  );
});

it('a note takes the next epoch, so that no page keeps the view without it', async () => {
  const epoch = async () => (await bench.database.pool.query('SELECT newest FROM epochs')).rows[0]?.newest;
  const before = await epoch();
  const note = await add({ isHighlighted: true });
  const between = await epoch();
  expect(between).not.toBe(before);
  await undoCellNote(bench.database, { id: note.id, by: 'jo' });
  expect(await epoch()).not.toBe(between);
});

it('refuses what is empty or too long, and cells without a result', async () => {
  await expect(add({ text: '  ' })).rejects.toThrow('found neither');
  await expect(add({ text: 'x'.repeat(501) })).rejects.toThrow('found 501');
  await expect(add({ text: 'a', test: 'nothing' })).rejects.toThrow('No result of test "nothing"');
  await expect(add({ text: 'a', column: 'nowhere' })).rejects.toThrow('No result');
  for (const id of ['0', 'x', '99'])
    await expect(undoCellNote(bench.database, { id, by: 'jo' })).rejects.toThrow('No note');
});
