import { describe, expect, it } from 'vitest';
import { makeUpload, type RunSketch } from '../testing/parsed-upload';
import { hashArtifacts, identityOf } from './identity';

const identity = (sketch: RunSketch) => {
  const { runs, artifacts } = makeUpload(sketch);
  if (!runs[0]) throw new Error('makeUpload gives one run per sketch');
  return identityOf(runs[0], artifacts);
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

describe('hashArtifacts', () => {
  it('does not depend on the order in which files were read, but on their names', () => {
    const { artifacts } = makeUpload({ qps: { scan: [1], insert: [2] } });
    const renamed = artifacts.map((artifact) => ({ ...artifact, path: `${artifact.path}.bak` }));
    expect(hashArtifacts(artifacts.toReversed())).toEqual(hashArtifacts(artifacts));
    expect(hashArtifacts(renamed).sha256).not.toBe(hashArtifacts(artifacts).sha256);
    expect(hashArtifacts(artifacts).sizeBytes).toBe(2000);
  });
});
