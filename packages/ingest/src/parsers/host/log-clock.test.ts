import { describe, expect, it } from 'vitest';
import { LogClock } from './log-clock';

describe('LogClock', () => {
  it.each([
    ['11/21/26 23:59:58', '11/22/26 00:00:03', 5],
    ['2026-11-20T20:56:20-0700', '2026-11-20T20:56:25-0700', 5],
    ['06/07/2012 11:59:59 AM', '06/07/2012 12:00:04 PM', 5],
    ['06/07/2012 12:59:59 AM', '06/07/2012 01:00:04 AM', 5],
    ['Time: 10:33:22', 'Time: 10:34:22', 60],
    ['07.06.2012 10:33:22', '07.06.2012 10:33:27', 5],
    ['07.06.2012 10.33.22', '07.06.2012 10.33.27', 5],
    // Summer time ends: an hour back, not 23 hours on.
    ['10/25/26 02:59:59', '10/25/26 02:00:00', -3599],
  ])('%s to %s', (first, second, expected) => {
    const clock = new LogClock();
    expect(clock.at(first)).toBe(0);
    expect(clock.at(second)).toBe(expected);
  });

  it.each(['', '07.06.2012', 'Linux 6.8.0-60-generic (h)', '10:33', '99:00:00'])(
    '%j holds no time',
    (text) => {
      expect(new LogClock().at(text)).toBeNull();
    },
  );
});
