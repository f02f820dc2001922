import { describe, expect, it } from 'vitest';
import { nameRuns } from './to-parts';

const names = (files: Record<string, string[]>) =>
  Object.fromEntries(
    [
      ...nameRuns(
        Object.entries(files).map(([path, tests]) => ({ path, tests: new Set(tests) })),
        'upload',
      ),
    ].map(([path, { label, variant }]) => [path, [label, variant.product, variant.version, variant.config]]),
  );

describe('runs of micro-benchmarks', () => {
  it('files with different tests complete each other', () => {
    expect(names({ 'kv-1.2.0/a.json': ['A'], 'kv-1.2.0/b.json': ['B'] })).toEqual({
      'kv-1.2.0/a.json': ['kv-1.2.0', 'kv', '1.2.0', null],
      'kv-1.2.0/b.json': ['kv-1.2.0', 'kv', '1.2.0', null],
    });
  });

  it('files with the same tests are distinguished by their names', () => {
    expect(names({ 'old.txt': ['A'], 'new.txt': ['A', 'B'] })).toEqual({
      'old.txt': ['old', 'upload', 'old', null],
      'new.txt': ['new', 'upload', 'new', null],
    });
    expect(names({ 'x/kv-1.2.0.json': ['A'], 'x/kv-1.3.0.json': ['A'] })).toEqual({
      'x/kv-1.2.0.json': ['x/kv-1.2.0', 'kv', '1.2.0', null],
      'x/kv-1.3.0.json': ['x/kv-1.3.0', 'kv', '1.3.0', null],
    });
    expect(names({ 'kv/1.2.0/gcc.json': ['A'], 'kv/1.2.0/clang.json': ['A'] })).toEqual({
      'kv/1.2.0/gcc.json': ['1.2.0/gcc', 'kv', '1.2.0', 'gcc'],
      'kv/1.2.0/clang.json': ['1.2.0/clang', 'kv', '1.2.0', 'clang'],
    });
  });

  it('names that count runs are repeats', () => {
    expect(names({ 'kv-1.2.0/bench_run1.json': ['A'], 'kv-1.2.0/bench_run2.json': ['A'] })).toEqual({
      'kv-1.2.0/bench_run1.json': ['kv-1.2.0', 'kv', '1.2.0', null],
      'kv-1.2.0/bench_run2.json': ['kv-1.2.0', 'kv', '1.2.0', null],
    });
  });

  it('a file says the version where its directory does not', () => {
    expect(names({ 'results/kv-1.2.0.lto.json': ['A'] })).toEqual({
      'results/kv-1.2.0.lto.json': ['results', 'kv', '1.2.0', 'lto'],
    });
  });
});
