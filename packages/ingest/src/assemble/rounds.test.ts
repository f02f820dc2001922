import { describe, expect, it } from 'vitest';
import { readUpload } from '../read-upload';
import { makeDirectory, runFiles } from '../testing/fixtures';

const RUN = 'x.pg184_rel.b1_c2r24.pk1';
const ROUNDS = { id: 'a1b2', seconds: 5, warmup: 1, restartEvery: 6 };

const recording = (rounds: readonly string[], said: object | null) =>
  Object.assign(
    {},
    ...rounds.map((round) => runFiles(`${round}/${RUN}`)),
    said && { 'basecase.json': JSON.stringify({ basecase: 1, rounds: said }) },
  );

const repeatsOf = (run: { results: readonly { repeat: number }[] } | undefined) => [
  ...new Set(run?.results.map(({ repeat }) => repeat)),
];

describe('a recording in rounds', () => {
  it('is one run whose repeats are its rounds, with a gap where one was lost', async () => {
    const said = {
      ...ROUNDS,
      seed: 7,
      order: [
        ['18.4', '17.10'],
        ['17.10', '18.4'],
      ],
      lost: [{ round: 2, test: 'scan', version: '18.4', reason: 'stolen time was 4%' }],
    };
    using directory = makeDirectory(recording(['round01', 'round03', 'round10'], said));
    const { runs, diagnostics } = await readUpload(directory.path);
    expect(diagnostics.filter(({ code }) => code === 'MANIFEST_INVALID')).toEqual([]);
    expect(runs).toHaveLength(1);
    expect(runs[0]?.rounds).toEqual(ROUNDS);
    expect(repeatsOf(runs[0])).toEqual([1, 3, 10]);
  });

  it.each([
    ['the round is unmarked', ['round01', 'round03'], null],
    ['a directory names no round', ['round01', 'repeat3'], ROUNDS],
    ['a test was measured twice in a round', ['round01', 'again/round01'], ROUNDS],
  ])('is repeats where %s', async (_name, directories, said) => {
    using directory = makeDirectory(recording(directories, said));
    const { runs } = await readUpload(directory.path);
    expect(runs[0]?.rounds).toBeUndefined();
    expect(repeatsOf(runs[0])).toEqual([1, 2]);
  });

  it('names what is wrong in its description', async () => {
    using directory = makeDirectory(recording(['round01'], { ...ROUNDS, restartEvery: 0 }));
    const { diagnostics } = await readUpload(directory.path);
    expect(diagnostics.find(({ file }) => file === 'basecase.json')?.message).toContain(
      'rounds.restartEvery',
    );
  });
});
