import type { NormalizedRun } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { makeUpload, measurementOf, type RunSketch } from '../testing/parsed-upload';
import { hashArtifacts, identityOf, logsOf, sha256Of } from './identity';

const identity = (sketch: RunSketch) => {
  const { runs, artifacts } = makeUpload(sketch);
  if (!runs[0]) throw new Error('makeUpload gives one run per sketch');
  return identityOf(runs[0], artifacts, logsOf(runs, artifacts));
};

describe('identityOf', () => {
  const sketch = { label: 'a', seed: 's', qps: { scan: [1], insert: [2, 3] } };

  it('is the same for the same logs under another name, in another order', () => {
    const moved = { label: 'b', seed: 's', qps: { insert: [2, 3], scan: [1] } };
    expect(identity(moved)).toBe(identity(sketch));
  });

  it('differs when one log differs', () => {
    expect(identity({ ...sketch, qps: { scan: [1], insert: [2, 4] } })).not.toBe(identity(sketch));
  });

  it('tells runs that failed in every test apart by their files', () => {
    const failed = (seed: string) => identity({ label: 'a', seed, qps: { scan: [null] } });
    expect(failed('one')).toBe(failed('one'));
    expect(failed('one')).not.toBe(failed('two'));
  });
});

describe('logsOf', () => {
  const artifact = {
    path: 'table.tsv',
    sizeBytes: 1,
    sha256: sha256Of('table'),
    kind: 'x',
    status: 'parsed',
  } as const;
  const column = (label: string, line = 1) => {
    const { runs } = makeUpload({ label, qps: { scan: [1] } });
    const [result] = runs[0]?.results ?? [];
    if (!runs[0] || !result) throw new Error('makeUpload gives one result');
    const measurements = [{ ...measurementOf('table.tsv', 'throughput', 1), line, lineEnd: line }];
    return { ...runs[0], isSummary: true, results: [{ ...result, measurements }] };
  };
  const logs = (...runs: NormalizedRun[]) => [...logsOf(runs, [artifact]).values()];

  it('tells the columns of one table apart, and knows each again without the others', () => {
    const [a, b] = logs(column('a'), column('b'));
    expect(a).not.toBe(b);
    expect(logs(column('b'))).toEqual([b]);
  });

  it('tells sections of one file apart by their lines', () => {
    const [first, second] = logs(
      { ...column('a', 10), isSummary: false },
      { ...column('a', 20), isSummary: false },
    );
    expect(first).not.toBe(second);
  });

  it('tells runs of one file apart that have no test in common', () => {
    const part = (label: string, test: string) => {
      const run = { ...column(label), isSummary: false };
      return { ...run, results: run.results.map((result) => ({ ...result, test })) };
    };
    const runs = [part('1.0', 'put'), part('1.1', 'scan')];
    const [first, second] = runs.map((run) => identityOf(run, [artifact], logsOf(runs, [artifact])));
    expect(first).not.toBe(second);
  });

  it('knows a dated result of a list by its time and its numbers, whatever else the list holds', () => {
    const night = (startedAt: string | null, value = 1) => {
      const run = { ...column(`night of ${startedAt}`), isSummary: false, startedAt };
      const measurements = [measurementOf('table.tsv', 'throughput', value)];
      return { ...run, results: run.results.map((result) => ({ ...result, measurements })) };
    };
    const listed = (content: string, ...runs: NormalizedRun[]) => [
      ...logsOf(runs, [{ ...artifact, kind: 'results-json', sha256: sha256Of(content) }]).values(),
    ];
    const [first, second] = [night('2026-01-01T02:00:00Z'), night('2026-01-02T02:00:00Z')];
    const [before] = listed('one night', first);
    expect(listed('two nights', first, second)[0]).toBe(before);
    expect(listed('two nights', first, second)[1]).not.toBe(before);
    expect(listed('another value', night('2026-01-01T02:00:00Z', 2))[0]).not.toBe(before);
    expect(listed('no time', night(null))[0]).not.toBe(listed('no time, again', night(null))[0]);
  });

  it('knows a file with one result by its bytes alone', () => {
    expect(logs({ ...column('any label'), isSummary: false })).toEqual([artifact.sha256]);
  });
});

describe('hashArtifacts', () => {
  it('does not depend on the order in which files were read, but on their names', () => {
    const { artifacts } = makeUpload({ qps: { scan: [1], insert: [2] } });
    const renamed = artifacts.map((artifact) => ({ ...artifact, path: `${artifact.path}.bak` }));
    expect(hashArtifacts(artifacts.toReversed())).toEqual(hashArtifacts(artifacts));
    expect(hashArtifacts(renamed).sha256).not.toBe(hashArtifacts(artifacts).sha256);
    expect(hashArtifacts(artifacts).sizeBytes).toBe(2000);
  });
});
