import { expect, it } from 'vitest';
import { badRunsText } from './heatmap/heatmap-readout';

it('says how many runs are bad, and each reason once', () => {
  expect(badRunsText({})).toBe('');
  expect(badRunsText(undefined)).toBe('');
  expect(badRunsText({ badRuns: ['fan failed'] })).toBe('bad run: fan failed');
  expect(badRunsText({ badRuns: ['fan failed', 'fan failed', 'wrong disk'] })).toBe(
    '3 bad runs: fan failed; wrong disk',
  );
});
