import { describe, expect, it } from 'vitest';
import { dayText, timeText } from './words';

describe('times', () => {
  it('are those of the text, in any time zone', () => {
    expect(dayText('2026-01-01')).toBe('1 Jan 2026');
    expect(dayText('2026-12-31T23:59:59.000Z')).toBe('31 Dec 2026');
    expect(timeText('2026-11-20T18:03:59.999Z')).toBe('20 Nov 2026, 18:03 UTC');
  });
});
