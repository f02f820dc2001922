import { describe, expect, it } from 'vitest';
import type { Manifest } from '../manifest/manifest';
import type { NormalizedRun } from '../model/run';
import { factsOf } from './run-facts';

/** A run with a result for each tool, read from these files, on a server with this system. */
function run(tools: (string | null)[], files: string[], os: string | null = null): NormalizedRun {
  return {
    server:
      os === null ? null : { name: 'pn53', cores: null, cpu: null, memoryBytes: null, storage: null, os },
    results: tools.map((tool) => ({ tool, measurements: files.map((file) => ({ file })) })),
  } as NormalizedRun;
}

describe('factsOf', () => {
  it('are left out when nothing is known', () => {
    expect(factsOf(run([null], []), null, new Map())).toBeUndefined();
    expect(factsOf(run([], []), null, new Map([['elsewhere', '6.8']]))).toBeUndefined();
  });

  it('has the tool and the kernel that all who say one say', () => {
    const kernels = new Map([
      ['a', '6.8.0'],
      ['b', '6.8.0'],
      ['c', '6.9.0'],
    ]);
    expect(factsOf(run(['sysbench 1.0', null], ['a', 'b']), null, kernels)).toEqual({
      kernel: '6.8.0',
      tool: 'sysbench 1.0',
    });
    expect(factsOf(run(['sysbench 1.0', 'sysbench 1.1'], ['a', 'c']), null, kernels)).toBeUndefined();
  });

  it('has the CPU use of others from the upload', () => {
    const manifest = { facts: { kernel: '6.8.0', otherCpus: '1.55' } } as Manifest;
    expect(factsOf(run([], []), manifest, new Map())).toEqual({ kernel: '6.8.0', otherCpus: '1.55' });
  });

  it.each([
    ['Linux 6.8.0-60-generic', '6.8.0-60-generic'],
    ['Ubuntu 24.04 (Linux 6.8.0-31-generic)', '6.8.0-31-generic'],
    ['Ubuntu 24.04', undefined],
    ['Red Hat Enterprise Linux 9', undefined],
    ['Amazon Linux 2023', undefined],
  ])('reads the kernel of %s', (os, kernel) => {
    expect(factsOf(run([], [], os), null, new Map())).toEqual({ os, ...(kernel && { kernel }) });
  });
});
