import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import type { RegressionEntry } from '../types/regressions';
import { getRegression } from './record-page/get-regression';
import { saveNotes, triageRegression } from './triage';

let bench: RegressionBench;
let record: RegressionEntry;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.clear();
  await bench.store(
    versionRun('16.0'),
    versionRun('17.0', { t0: 0.8, t1: 0.8 }),
    versionRun('18.0', { t0: 0.8, t1: 0.8 }),
  );
  const [first] = await bench.list();
  if (!first) throw new Error('no record');
  record = first;
});

const edit = (version: number, by = 'local') => ({ slug: record.slug, version, by });
const page = () => getRegression(bench.database, record.slug);

describe('triage', () => {
  it('writes state, owner, bug and fix, each with a line in the history', async () => {
    const version = await triageRegression(bench.database, edit(1, 'nightly'), {
      state: 'confirmed',
      owner: 'mallory',
      bugUrl: 'https://bugs.example/1',
      fixedIn: '18.1',
    });
    expect(version).toBe(2);
    const { state, owner, bugUrl, fix, history, triageVersion } = await page();
    expect({ state, owner, bugUrl, fix, triageVersion }).toEqual({
      state: 'confirmed',
      owner: 'mallory',
      bugUrl: 'https://bugs.example/1',
      fix: { claimed: '18.1', seen: null, status: 'claimed' },
      triageVersion: 2,
    });
    expect(history.map(({ text, by }) => [text, by])).toEqual([
      ['Reported fixed in 18.1.', 'nightly'],
      ['Reported at https://bugs.example/1.', 'nightly'],
      ['Owner: mallory.', 'nightly'],
      ['State: confirmed, was new.', 'nightly'],
      ['Found: 0.80 of 16.0 in 17.0.', 'job'],
    ]);
  });

  it('reports when a version marked as fixed is not', async () => {
    await triageRegression(bench.database, edit(1), { fixedIn: '18.0' });
    expect((await page()).fix.status).toBe('still there');
  });

  it('refuses the second of two editors, whose page shows what is not there any more', async () => {
    await triageRegression(bench.database, edit(1, 'first'), { state: 'confirmed' });
    const late = triageRegression(bench.database, edit(1, 'second'), { state: 'noise', owner: 'second' });
    await expect(late).rejects.toMatchObject({ name: 'ConflictError', code: 'EDITED_MEANWHILE' });
    expect(await page()).toMatchObject({ state: 'confirmed', owner: null, triageVersion: 2 });
  });

  it('merges changes of one person in different fields before the page has reloaded', async () => {
    await triageRegression(bench.database, edit(1, 'ann'), { state: 'confirmed' });
    expect(await triageRegression(bench.database, edit(1, 'ann'), { owner: 'ann', bugUrl: null })).toBe(3);
    expect(await page()).toMatchObject({ state: 'confirmed', owner: 'ann', triageVersion: 3 });
    expect(await triageRegression(bench.database, edit(2, 'ann'), { state: 'noise' })).toBe(4);
  });

  it('merges neither one field with itself, nor changes by others or by new data in between', async () => {
    await triageRegression(bench.database, edit(1, 'ann'), { owner: 'ann' });
    const again = triageRegression(bench.database, edit(1, 'ann'), { owner: 'bob' });
    await expect(again).rejects.toMatchObject({ code: 'EDITED_MEANWHILE' });
    await triageRegression(bench.database, edit(2, 'eve'), { fixedIn: '18.1' });
    const late = triageRegression(bench.database, edit(1, 'ann'), { state: 'noise' });
    await expect(late).rejects.toMatchObject({ code: 'EDITED_MEANWHILE' });
    // The fix that the data show has no author.
    await bench.store(versionRun('18.1'));
    const { triageVersion } = await page();
    await triageRegression(bench.database, edit(triageVersion, 'ann'), { owner: 'bob' });
    const afterData = triageRegression(bench.database, edit(triageVersion - 1, 'ann'), { bugUrl: null });
    await expect(afterData).rejects.toMatchObject({ code: 'EDITED_MEANWHILE' });
  });

  it('lets one of two win that come at the same moment', async () => {
    const both = await Promise.allSettled(
      ['first', 'second'].map((owner) => triageRegression(bench.database, edit(1, owner), { owner })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await page()).triageVersion).toBe(2);
  });

  it('counts new data as an editor where it changes the state', async () => {
    await bench.store(versionRun('18.1'));
    expect((await page()).state).toBe('fixed');
    const late = triageRegression(bench.database, edit(1), { state: 'investigating' });
    await expect(late).rejects.toMatchObject({ code: 'EDITED_MEANWHILE' });
  });

  it('takes no link that is not one of the web', async () => {
    for (const bugUrl of ['javascript:alert(1)', 'bugs.example/1', '']) {
      const refused = triageRegression(bench.database, edit(1), { bugUrl });
      await expect(refused).rejects.toMatchObject({ code: 'SETTING_INVALID' });
    }
  });
});

describe('notes', () => {
  it('are kept as typed, without a lost line', async () => {
    expect(await saveNotes(bench.database, edit(1, 'first'), '**First** <b>note</b>\n')).toBe(2);
    const late = saveNotes(bench.database, edit(1, 'second'), 'Second note');
    await expect(late).rejects.toMatchObject({ code: 'EDITED_MEANWHILE' });
    expect(await page()).toMatchObject({ notes: '**First** <b>note</b>\n', notesVersion: 2, hasNotes: true });
    expect(await saveNotes(bench.database, edit(2, 'second'), '**First** note\nSecond note')).toBe(3);
  });

  it('are not in the way of who changes the state', async () => {
    await saveNotes(bench.database, edit(1), 'a note');
    expect(await triageRegression(bench.database, edit(1), { state: 'confirmed' })).toBe(2);
  });

  it('have an end', async () => {
    await expect(saveNotes(bench.database, edit(1), 'x'.repeat(50_001))).rejects.toMatchObject({
      code: 'SETTING_INVALID',
    });
  });
});
