import { describe, expect, it, vi } from 'vitest';
import { visits } from './visit';
import { FailedTries, MAX_ALL_TRIES, MAX_TRIES, WINDOW_MS } from './visitor';

describe('FailedTries', () => {
  it('lets an address wait for the rest of the window after its last try, and no other address', () => {
    let now = 1_000_000;
    const tries = new FailedTries(() => now);
    for (let count = 1; count < MAX_TRIES; count += 1) tries.count('10.0.0.1');
    expect(tries.secondsToWait('10.0.0.1')).toBe(0);
    now += 20_000;
    tries.count('10.0.0.1');
    expect(tries.secondsToWait('10.0.0.1')).toBe(40);
    expect(tries.secondsToWait('10.0.0.2')).toBe(0);
    now += WINDOW_MS - 20_000;
    expect(tries.secondsToWait('10.0.0.1')).toBe(0);
  });

  it('begins a new window after the old one', () => {
    let now = 0;
    const tries = new FailedTries(() => now);
    for (let count = 0; count < MAX_TRIES; count += 1) tries.count('10.0.0.1');
    now = WINDOW_MS;
    tries.count('10.0.0.1');
    expect(tries.secondsToWait('10.0.0.1')).toBe(0);
  });

  it('ends for all when many addresses share the tries', () => {
    const tries = new FailedTries(() => 0);
    for (let count = 1; count < MAX_ALL_TRIES; count += 1) tries.count(`10.0.${count >> 8}.${count & 255}`);
    expect(tries.secondsToWait('10.9.9.9')).toBe(0);
    tries.count('10.9.9.8');
    expect(tries.secondsToWait('10.9.9.9')).toBe(WINDOW_MS / 1000);
  });

  it('are one for all copies of the module, of which Next.js makes several', async () => {
    const copy = () => {
      vi.resetModules();
      return import('./visitor');
    };
    const [first, second] = [await copy(), await copy()];
    const visit = {
      address: '192.0.2.77',
      host: null,
      scheme: 'http',
      isForwarded: false,
      mayRead: false,
    } as const;
    await visits.run(visit, async () => {
      const headers = new Headers();
      for (let count = 0; count < MAX_TRIES; count += 1)
        await expect(first.checkToken('wrong', headers, {} as never)).rejects.toThrow('Unknown or revoked');
      await expect(second.checkToken('wrong', headers, {} as never)).rejects.toThrow('Too many wrong tokens');
    });
  });
});
