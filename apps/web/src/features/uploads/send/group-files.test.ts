import { describe, expect, it } from 'vitest';
import { groupFiles } from './queue-of-page';

const files = (...paths: string[]) =>
  paths.map((path) => ({ path, file: new File(['four'], path.split('/').at(-1) ?? '') }));

const summary = (...paths: string[]) => {
  const { plans, leftOut } = groupFiles(files(...paths));
  return {
    plans: plans.map(({ name, isPacked, files: inside }) => [name, isPacked, inside.map(({ path }) => path)]),
    leftOut,
  };
};

describe('groupFiles', () => {
  it('makes one upload of each tarball, also of those in a folder', () => {
    expect(summary('a.tar.gz', 'nov/b.TGZ', 'nov/c.tar.zst')).toEqual({
      plans: [
        ['a.tar.gz', false, ['a.tar.gz']],
        ['b.TGZ', false, ['nov/b.TGZ']],
        ['c.tar.zst', false, ['nov/c.tar.zst']],
      ],
      leftOut: 0,
    });
  });

  it('packs each folder into one upload, its files in the order of their paths', () => {
    expect(summary('x.pg18/sb.vm.scan', 'y/o.ib.1', 'x.pg18/sb.o.scan')).toEqual({
      plans: [
        ['x.pg18.tar', true, ['x.pg18/sb.o.scan', 'x.pg18/sb.vm.scan']],
        ['y.tar', true, ['y/o.ib.1']],
      ],
      leftOut: 0,
    });
  });

  it('sends a loose log as it is, and several together', () => {
    expect(summary('sb.o.scan').plans).toEqual([['sb.o.scan', false, ['sb.o.scan']]]);
    expect(summary('sb.o.scan', 'sb.vm.scan').plans).toEqual([
      ['logs.tar', true, ['sb.o.scan', 'sb.vm.scan']],
    ]);
  });

  it('counts what it leaves out', () => {
    expect(summary('run/.git/HEAD', 'run/.DS_Store', '__MACOSX/x', 'run/sb.o.scan')).toEqual({
      plans: [['run.tar', true, ['run/sb.o.scan']]],
      leftOut: 3,
    });
  });

  it('adds up sizes', () => {
    expect(groupFiles(files('run/a', 'run/b')).plans[0]?.sizeBytes).toBe(8);
  });
});
