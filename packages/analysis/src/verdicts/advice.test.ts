import type { ServerKind } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { isLargeUnconfirmed, largeText, likelyText } from './advice';
import { judgeMatrix } from './judge-matrix';
import { unknownNoise } from './noise/noise-types';
import { makeMatrix, makeRun, sameRows } from './testing/make-matrix';

/** The verdict on tests of pgbench with a ratio, where nothing is known of the machine. */
function judged(ratio: number, tests: number, server: ServerKind | null) {
  const matrix = makeMatrix([makeRun('1'), makeRun('2')], {
    throughput: sameRows(tests, [1000.0000001, 1000.0000001 * ratio]),
  });
  const noise = unknownNoise('pgbench', { clients: 8, cached: true }, server);
  const cell = judgeMatrix(matrix, { base: 0, noise }).cells[0]?.[1];
  return cell && 'changedBy' in cell ? { verdict: cell.verdict, changedBy: cell.changedBy } : cell;
}

describe('a change of 20% or more that is not sure', () => {
  it.each([null, 'unknown', 'virtual', 'shared'] as const)(
    'is possible on a machine of kind %s whose noise is unknown, never unclear',
    (server) => {
      for (const tests of [1, 2]) {
        for (const ratio of [0.79, 0.5, 0.01])
          expect(judged(ratio, tests, server)).toEqual({
            verdict: 'possible regression',
            changedBy: 'evidence',
          });
        expect(judged(1.3, tests, server)).toEqual({
          verdict: 'possible improvement',
          changedBy: 'evidence',
        });
        expect(judged(0.85, tests, server)).toEqual({ verdict: 'unclear', changedBy: null });
      }
    },
  );

  it('is large and unconfirmed, and one that is sure, unclear or smaller is not', () => {
    expect(isLargeUnconfirmed('possible regression', 0.8)).toBe(true);
    expect(isLargeUnconfirmed('possible regression', 0.81)).toBe(false);
    expect(isLargeUnconfirmed('possible improvement', 1.25)).toBe(true);
    expect(isLargeUnconfirmed('possible improvement', 1.2)).toBe(false);
    for (const verdict of ['regression', 'unclear', 'no change', 'missing', 'stopped working'] as const)
      expect(isLargeUnconfirmed(verdict, 0.5)).toBe(false);
    for (const ratio of [null, 0]) expect(isLargeUnconfirmed('possible regression', ratio)).toBe(false);
  });

  it('is counted with the possible ones', () => {
    expect(likelyText(2, 0)).toBe('2 likely');
    expect(likelyText(2, 1)).toBe('2 likely (1 large, unconfirmed)');
    expect(largeText(0)).toBe('');
  });
});
