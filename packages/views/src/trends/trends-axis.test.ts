import { describe, expect, it } from 'vitest';
import { testLine } from '../testing/test-trends';
import { versionAxis } from './trends-axis';

const line = (...versions: string[]) => testLine(versions, [versions.map(() => 1)]);
const axis = (lines: ReturnType<typeof line>[], wanted: '' | 'release' | 'major' = '') =>
  versionAxis('PostgreSQL', lines, wanted);

describe('the axis of versions', () => {
  it('has every release, as releases are ordered', () => {
    expect(axis([line('18.0', '9.6.24', '18beta1')])).toEqual({
      kind: 'release',
      positions: ['9.6.24', '18beta1', '18.0'],
    });
  });

  it('has majors when a line would be dots between the point releases of others', () => {
    const lines = [line('14.23', '15.18', '16.14'), line('14.0', '15.0', '16.0')];
    expect(axis(lines)).toEqual({ kind: 'major', positions: ['14', '15', '16'] });
    expect(axis(lines, 'release').positions).toHaveLength(6);
    // 14.0 and 14.18 follow each other, so this line is one; the other is dots.
    expect(axis([line('14.0', '14.18', '15.0'), line('14.5', '15.13')]).kind).toBe('major');
    expect(axis([line('14.0', '15.0', '15.13'), line('15.13')]).kind).toBe('release');
  });

  it('has releases when majors would be one position', () => {
    expect(axis([line('17.4', '17.6'), line('17.5')]).kind).toBe('release');
    expect(axis([line('17.4', '17.6')], 'major').positions).toEqual(['17']);
  });

  it('is empty without lines', () => {
    expect(axis([]).positions).toEqual([]);
  });
});
