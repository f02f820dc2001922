import { expect, it } from 'vitest';
import { lowDiskProblem } from './blob-health';

it('reports a disk that the next upload may fill', () => {
  expect(lowDiskProblem(2 * 1024 ** 3)).toBeNull();
  expect(lowDiskProblem(5 * 1024 ** 2)).toBe(
    'The disk of the blob store is nearly full: 5 MB are free, 2,048 are needed.',
  );
});
