import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listPlainColumns, nightLinesOf } from '../queries/series/night-lines';
import {
  type NightBench,
  nightFiles,
  nightSettings,
  openNightBench,
  sendNight,
} from '../testing/night-uploads';
import { tarOf } from '../testing/upload-bench';
import type { RunSelector } from '../types/corrections';
import { applyCorrection } from './apply-correction';
import { listCorrections } from './list-corrections';
import { previewCorrection } from './preview-correction';
import { undoCorrection } from './undo-correction';

let bench: NightBench;
beforeAll(async () => {
  bench = await openNightBench();
});
beforeEach(() => bench.clear());
afterAll(() => bench.close());

/** Sends a night of another branch, or of a release where the branch is null. */
async function sendOf(days: number, branch: string | null): Promise<string> {
  const { version: _, branch: __, commit, committedAt, ...rest } = nightSettings(days);
  const settings =
    branch === null
      ? { ...rest, version: '18.1' }
      : { ...rest, version: '19devel', commit, committedAt, branch };
  const { uploadId } = await bench.send(await tarOf(nightFiles(`night ${days} of ${branch}`)), { settings });
  await bench.workUntil(uploadId, 'stored');
  return uploadId;
}

/** Lines of nights with how many nights each has. */
async function linesOf(upload: string): Promise<[string, number][]> {
  const { server, workload } = await bench.cellOf(upload);
  const lines = nightLinesOf(await listPlainColumns(bench.database, { server, workload }));
  return lines.map(({ line, columns }): [string, number] => [String(line.branch), columns.length]).sort();
}

const rename = (select: RunSelector, branch = 'main') =>
  applyCorrection(bench.database, {
    kind: 'runs',
    select,
    changes: { branch },
    reason: 'the project renamed it',
    by: 'ann',
  });

describe('a branch that was renamed', () => {
  it('continues its line under the new name, is in the history, and has its old name after undo', async () => {
    const first = await sendNight(bench, 20);
    await sendNight(bench, 19);
    await sendOf(18, 'main');
    const { server } = await bench.cellOf(first);
    expect(await linesOf(first)).toEqual([
      ['main', 1],
      ['master', 2],
    ]);
    const select = { server, branch: 'master' };
    const asked = { kind: 'runs', select, changes: { branch: 'main' } };
    expect((await previewCorrection(bench.database, asked)).runs).toHaveLength(2);
    const { id, runs } = await rename(select);
    expect(runs).toBe(2);
    expect(await linesOf(first)).toEqual([['main', 3]]);
    const { corrections } = await listCorrections(bench.database, { server });
    expect(corrections).toMatchObject([{ id, changes: { branch: 'main' }, before: { branch: ['master'] } }]);
    await undoCorrection(bench.database, id, { by: 'ann' });
    expect(await linesOf(first)).toEqual([
      ['main', 1],
      ['master', 2],
    ]);
  });

  it('takes no other branch with it, and no release', async () => {
    const first = await sendNight(bench, 20);
    await sendOf(19, 'REL_19_STABLE');
    await sendOf(18, null);
    const { server } = await bench.cellOf(first);
    expect((await rename({ server })).runs).toBe(2);
    await bench.clear();
    const again = await sendNight(bench, 20);
    await sendOf(19, 'REL_19_STABLE');
    await sendOf(18, null);
    expect((await rename({ server, branch: 'master' })).runs).toBe(1);
    expect(await linesOf(again)).toEqual([
      ['REL_19_STABLE', 1],
      ['main', 1],
    ]);
  });

  it('is refused where there is none, and where nothing would change', async () => {
    const release = await sendOf(18, null);
    const { server, workload } = await bench.cellOf(release);
    await expect(rename({ upload: release })).rejects.toThrow('there is none to rename');
    await expect(rename({ server, branch: 'master' })).rejects.toThrow('of the branch "master"');
    const night = await sendNight(bench, 20);
    await expect(rename({ workload, branch: 'master' }, 'master')).rejects.toThrow('nothing would change');
    await expect(rename({ upload: night }, '')).rejects.toThrow('Expected a name');
  });
});
