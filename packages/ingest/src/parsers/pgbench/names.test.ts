import { describe, expect, it } from 'vitest';
import { isFileScript, mixLabel, scriptTests, testOfType } from './names';

describe('names of pgbench', () => {
  it.each([
    ['<builtin: TPC-B (sort of)>', 'tpcb-like', false],
    ['TPC-B (sort of)', 'tpcb-like', false],
    ['<builtin: simple update>', 'simple-update', false],
    ['Update only pgbench_accounts', 'simple-update', false],
    ['<builtin: select only>', 'select-only', false],
    ['SELECT only', 'select-only', false],
    ['Custom query', 'custom', true],
    ['multiple scripts', 'multiple-scripts', false],
    ['./login.sql', 'login', true],
    ['/mnt/data/star-yes-32-1000-100/star-10-100.sql', 'star-10-100', true],
    [String.raw`C:\bench\insert.SQL`, 'insert', true],
    ['', 'unknown', false],
    [null, 'unknown', false],
  ])('%j is %s', (type, test, isFile) => {
    expect(testOfType(type)).toBe(test);
    expect(isFileScript(type)).toBe(isFile);
  });

  it('tells scripts of one name apart by their directories, else by their numbers', () => {
    expect(scriptTests(['a/x/select.sql', 'b/x/select.sql', 'insert.sql', ''])).toEqual([
      'a/x/select',
      'b/x/select',
      'insert',
      'script-4',
    ]);
    expect(scriptTests(['a/select.sql', 'b/select.sql'])).toEqual(['a/select', 'b/select']);
    expect(scriptTests(['a.sql', 'a.sql'])).toEqual(['a-1', 'a-2']);
  });

  it('names a mix by its scripts and their weights, and stops after a dozen', () => {
    expect(mixLabel(['select-only', 'insert'], [3, undefined])).toBe('mix of select-only@3, insert@?');
    const many = Array.from({ length: 14 }, (_, index) => `s${index}`);
    expect(
      mixLabel(
        many,
        many.map(() => 1),
      ),
    ).toMatch(/, s11@1 and 2 more$/);
  });
});
