import type { RunResult } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { machineFacts, recordingFacts } from './runs-run';

const rounds = { id: '2026-11-20-a1', seconds: 5, warmup: 1, restartEvery: 6 };
const result = (key: string, repeat: number, status: RunResult['status'] = 'ok') =>
  ({ test: { key }, repeat, status }) as RunResult;
const all = (key: string, lost: readonly number[] = []) =>
  Array.from({ length: 8 }, (_, index) => index + 1)
    .filter((round) => !lost.includes(round))
    .map((round) => result(key, round));
const lostOf = (results: RunResult[]) => recordingFacts({ rounds, results })?.at(-1)?.text;

describe('a recording in rounds', () => {
  it('says how it was made', () => {
    expect(
      recordingFacts({ rounds, results: all('insert') })?.map(({ label, text }) => [label, text]),
    ).toEqual([
      ['Recording', '2026-11-20-a1'],
      ['Rounds', '8 rounds'],
      ['Each measurement', '5 s, after 1 s thrown away'],
      ['Restarted', 'all servers, every 6 rounds'],
      ['Lost', 'no round'],
    ]);
    expect(recordingFacts({ rounds: null, results: all('insert') })).toBeNull();
  });

  it('names the rounds that are not there, by test, and of many tests the first', () => {
    expect(lostOf([...all('insert', [3, 4]), ...all('delete', [8]), result('delete', 8, 'failed')])).toBe(
      'rounds 3, 4 of insert; round 8 of delete',
    );
    const many = Array.from({ length: 7 }, (_, index) => all(`t${index}`, [1])).flat();
    expect(lostOf(many)).toMatch(/round 1 of t4; and of 2 more tests$/);
  });

  it('lists what is known of the machine at its time, and nothing else', () => {
    expect(machineFacts({ facts: { kernel: '6.8.0', compiler: 'gcc 13' } })).toEqual([
      { label: 'Kernel', text: '6.8.0', isMissing: false },
      { label: 'Compiler', text: 'gcc 13', isMissing: false },
    ]);
    expect(machineFacts({ facts: { otherCpus: '1.55' } })).toEqual([
      { label: 'CPUs used by others', text: '1.55', isMissing: false },
    ]);
    expect(machineFacts({ facts: {} })).toEqual([]);
  });
});
