import { describe, expect, it } from 'vitest';
import { diffSettings, parseSettings } from './diff-settings';

describe('settings', () => {
  it('tells added, removed and changed settings', () => {
    const before = 'shared_buffers = 22GB\nio_method = sync\njit = off\n';
    const after = 'io_method = worker\nshared_buffers = 22GB\nio_workers = 3\n';
    expect(diffSettings(before, after)).toEqual({
      changes: [
        { name: 'io_method', kind: 'changed', before: 'sync', after: 'worker' },
        { name: 'io_workers', kind: 'added', before: null, after: '3' },
        { name: 'jit', kind: 'removed', before: 'off', after: null },
      ],
      same: 1,
    });
  });

  it('does not count order, spaces, quotes, comments, case or dashes as a difference', () => {
    const before = "# tuned\r\nMax-Connections=100\r\nlog_line = 'a # b'  # why\r\n";
    const after = 'log_line=a # b\nmax_connections   100\n';
    expect(diffSettings(before, before).changes).toEqual([]);
    expect([...parseSettings(before)]).toEqual([
      ['max_connections', '100'],
      ['log_line', 'a # b'],
    ]);
    expect(parseSettings(after).get('max_connections')).toBe('100');
  });

  it('keeps sections apart, and takes a switch without a value as on', () => {
    const text = '[mysqld]\nskip-log-bin\nport=3306\n[client]\nport=3307\n';
    expect([...parseSettings(text)]).toEqual([
      ['mysqld.skip_log_bin', 'on'],
      ['mysqld.port', '3306'],
      ['client.port', '3307'],
    ]);
  });

  it('counts the last of a setting given twice', () => {
    expect(parseSettings('a = 1\nb = 2\na = 3\n')).toEqual(
      new Map([
        ['b', '2'],
        ['a', '3'],
      ]),
    );
  });

  it('finds nothing in empty files', () => {
    expect(diffSettings('', '')).toEqual({ changes: [], same: 0 });
  });
});
