import { describe, expect, it } from 'vitest';
import { syncTest } from './sync-devices';

describe('what a test of fio does', () => {
  it('is in the test of a study, whatever its column', () => {
    expect(syncTest('fsync=1_16K', 'ext4')).toEqual({
      block: '16 KB',
      kib: 16,
      mode: 'fsync',
      isSpare: false,
    });
    expect(syncTest('fdatasync=1_2M', 'xfs')).toMatchObject({ block: '2 MB', kib: 2048, mode: 'fdatasync' });
  });

  it('reads fsync=0 and fdatasync=0 as no sync, and prefers the first', () => {
    expect(syncTest('fsync=0_16K', 'ext4')).toMatchObject({ mode: 'no-sync', isSpare: false });
    expect(syncTest('fdatasync=0_16K', 'ext4')).toMatchObject({ mode: 'no-sync', isSpare: true });
  });

  it('is in the column of a published table', () => {
    expect(syncTest('2 MB', 'fdatasync')).toMatchObject({ block: '2 MB', mode: 'fdatasync' });
    expect(syncTest('2 MB', 'ext4')).toBeNull();
  });

  it('is nothing for other jobs', () => {
    expect(syncTest('seqwrite_1M', 'ext4')).toBeNull();
    expect(syncTest('randread_4K', 'ext4')).toBeNull();
  });
});
