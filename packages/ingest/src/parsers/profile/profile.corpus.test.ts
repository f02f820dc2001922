import { describe, expect, it } from 'vitest';
import { readDetails } from '../../read-details';
import { CORPUS, corpusPath, corpusTitle, readIndex } from '../../testing/corpus';

describe.skipIf(CORPUS === null)(corpusTitle('flame graphs of the corpus'), () => {
  it('have every frame under a caller with at least its samples', async () => {
    const rows = readIndex().filter(({ tool }) => tool === 'flamegraph');
    expect(rows.length).toBe(4);
    for (const { path } of rows) {
      const { profile, facts } = await readDetails(corpusPath(path), path);
      const count = facts.find(({ name }) => name === 'frames')?.number ?? 0;
      expect(profile?.frames.length, path).toBeGreaterThan(count * 0.99);
      const called = new Map<number, number>();
      for (const { parent, value } of profile?.frames ?? [])
        called.set(parent, (called.get(parent) ?? 0) + value);
      for (const [index, { value }] of (profile?.frames ?? []).entries()) {
        expect(called.get(index) ?? 0, `${path}, frame ${index}`).toBeLessThanOrEqual(value);
      }
    }
  });
});
