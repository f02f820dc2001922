import { describe, expect, it } from 'vitest';
import { keepRunning } from './keep-running.mjs';

describe('keepRunning', () => {
  it('starts again what ended or could not be started, until it is too often', async () => {
    /** @type {string[]} */
    const seen = [];
    let starts = 0;
    const last = await keepRunning({
      running: 0,
      start: () => {
        starts += 1;
        if (starts === 1) throw new Error('port is taken');
        return starts;
      },
      ended: async (number) => `exit of ${number}`,
      onEnd: (why) => seen.push(why),
      isStopping: () => false,
      tries: 3,
    });
    expect([last, ...seen]).toEqual(['exit of 2', 'exit of 0', 'port is taken', 'exit of 2']);
  });

  it('leaves what was ended on purpose', async () => {
    const last = await keepRunning({
      start: () => 1,
      ended: async () => 'SIGTERM',
      onEnd: () => expect.unreachable(),
      isStopping: () => true,
    });
    expect(last).toBe('SIGTERM');
  });
});
