import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readUpload } from '@basecase/ingest';
import { expect } from 'vitest';
import { parseJournal } from '../journal/parse-journal';
import { labelOf, type Plan, testKey } from '../plan/plan';
import { tarballNames } from '../plan/run-name';
import { findMarked } from '../processes/started-process';

/**
 * Looks at a recording that has ended: each number in the tarballs is that of the journal, each slice of each whole round is
 * there or has its reason, and nothing that it started runs any more.
 */
export async function checkRecording(
  directory: string,
  plan: Plan,
): Promise<{ slices: number; lost: number }> {
  const state = parseJournal(readFileSync(join(directory, 'journal.ndjson')));
  const { rounds, begin } = state;
  expect(rounds.map(({ round }) => round)).toEqual(rounds.map((_, index) => index + 1));
  let [slices, lost] = [0, 0];
  for (const [index, variant] of plan.variants.entries()) {
    const upload = await readUpload(join(directory, tarballNames(plan)[index] ?? ''), { hash: false });
    expect(upload.diagnostics.filter(({ code }) => code === 'MANIFEST_INVALID')).toEqual([]);
    expect(upload.runs).toHaveLength(1);
    const [run] = upload.runs;
    expect(run).toMatchObject({ variant: { version: variant.version, config: variant.config } });
    expect(run?.rounds).toMatchObject({ id: begin?.id });
    for (const test of plan.tests) {
      const isMine = (one: { test: string; variant: string }) =>
        one.test === testKey(test) && one.variant === labelOf(variant);
      const measured = rounds.flatMap((round) => round.slices.filter(isMine));
      const read = (run?.results ?? [])
        .filter((result) => result.test === test.name)
        .map((result) => ({
          round: result.repeat,
          throughput: result.measurements.find(({ metric }) => metric === 'throughput')?.value,
        }));
      expect(read).toEqual(measured.map(({ round, throughput }) => ({ round, throughput })));
      const left = rounds.flatMap((round) => round.lost.filter(isMine));
      const given = state.failures.filter((one) => one.variant === labelOf(variant));
      if (given.length === 0) expect(measured.length + left.length).toBe(rounds.length);
      slices += measured.length;
      lost += left.length;
    }
  }
  expect(findMarked(begin?.id ?? '')).toEqual([]);
  expect(existsSync(begin?.data ?? '')).toBe(false);
  expect(readdirSync(directory)).not.toContain('recorder.json');
  return { slices, lost };
}
