import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type NewLine, openJournal, parseJournal } from './parse-journal';

const folder = mkdtempSync(join(tmpdir(), 'basecase-journal-'));
afterAll(() => rmSync(folder, { recursive: true }));

const machine = { steal: 0, others: 0.1, serverSeconds: 1, swappedPages: 0, megahertz: 2600, freeBytes: 1e9 };
const slice = (round: number, variant: string): NewLine => ({
  type: 'slice',
  round,
  test: 'insert range=100',
  variant,
  throughput: 1000 * round,
  ...machine,
});
/** Three rounds, a restart after the second; `b` is given up in the third. The name is not ASCII on purpose. */
const LINES: NewLine[] = [
  { type: 'begin', id: 'r1', seed: 7, data: '/tmp/größe', password: 'x' },
  { type: 'started', start: 1 },
  slice(1, 'a'),
  slice(1, 'b'),
  { type: 'round', round: 1, start: 1, order: ['a', 'b'], seconds: 12 },
  slice(2, 'b'),
  { type: 'lost', round: 2, test: 'insert range=100', variant: 'a', reason: 'stolen time was 9%' },
  { type: 'round', round: 2, start: 1, order: ['b', 'a'], seconds: 12 },
  { type: 'started', start: 2 },
  { type: 'failed', round: 3, variant: 'b', test: null, reason: 'it did not start' },
  slice(3, 'a'),
  { type: 'round', round: 3, start: 2, order: ['a'], seconds: 9 },
  { type: 'end', why: 'stopped' },
];

function written(name: string, lines: readonly NewLine[]): string {
  const file = join(folder, name);
  const { journal } = openJournal(file);
  for (const line of lines) journal.add(line);
  journal.sync();
  journal.close();
  return file;
}

describe('a journal', () => {
  const bytes = readFileSync(written('whole', LINES));
  const whole = parseJournal(bytes);

  it('lists measured, lost and given-up slices', () => {
    expect(
      whole.rounds.map(({ round, start, slices, lost }) => [round, start, slices.length, lost.length]),
    ).toEqual([
      [1, 1, 2, 0],
      [2, 1, 1, 1],
      [3, 2, 1, 0],
    ]);
    expect(whole).toMatchObject({
      starts: 2,
      end: 'stopped',
      soundBytes: bytes.length,
      failures: [{ variant: 'b' }],
    });
  });

  it('cut at any byte has the rounds that were whole, and nothing of the one that was not', () => {
    const ends = [...bytes.keys()].filter((at) => bytes[at] === 10).map((at) => at + 1);
    const endOfRound = [5, 8, 12].map((line) => ends[line - 1] ?? 0);
    for (let length = 0; length <= bytes.length; length++) {
      const state = parseJournal(bytes.subarray(0, length));
      const expected = endOfRound.filter((end) => end <= length).length;
      expect(state.rounds).toEqual(whole.rounds.slice(0, expected));
      expect(state.failures).toHaveLength(expected === 3 ? 1 : 0);
      expect(state.soundBytes).toBe(Math.max(0, ...ends.filter((end) => end <= length)));
    }
  });

  it('continues after any cut, with no trace of the round that was being measured', () => {
    for (let length = 0; length <= bytes.length; length += 7) {
      const file = join(folder, 'cut');
      writeFileSync(file, bytes.subarray(0, length));
      const { journal, state } = openJournal(file);
      const round = state.rounds.length + 1;
      journal.add({ type: 'started', start: state.starts + 1 });
      journal.add({ ...slice(round, 'a'), throughput: 5 } as NewLine);
      journal.add({ type: 'round', round, start: state.starts + 1, order: ['a'], seconds: 1 });
      journal.close();
      const { rounds, soundBytes } = parseJournal(readFileSync(file));
      expect(soundBytes).toBe(readFileSync(file).length);
      expect(rounds).toHaveLength(round);
      expect(rounds.at(-1)?.slices.map(({ throughput }) => throughput)).toEqual([5]);
      expect(rounds.at(-1)?.lost).toEqual([]);
    }
  });

  it('ends where a line can not be read', () => {
    const damaged = Buffer.from(
      bytes.toString('utf8').replace('"round":2,"start":1', '"round":"2","start":1'),
    );
    expect(parseJournal(damaged).rounds).toHaveLength(1);
  });
});
