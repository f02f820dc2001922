import { describe, expect, it } from 'vitest';
import { readUpload } from '../read-upload';
import { makeDirectory, runFiles } from '../testing/fixtures';

const RUN = 'x.pg19devel_rel.x10b_c8r32.pk1';

const manifestOf = (commit: string, startedAt: string) =>
  JSON.stringify({ basecase: 1, version: '19devel', startedAt, build: { commit, branch: 'master' } });

/** Two nights as a CI leaves them: directories of one name, each below its own day. */
const nights = (said: readonly string[]) =>
  Object.assign(
    {},
    ...said.map((manifest, night) =>
      Object.fromEntries([
        ...Object.entries(runFiles(`night-${night}/${RUN}`)),
        [`night-${night}/${RUN}/basecase.json`, manifest],
      ]),
    ),
  );

describe('run directories of one name', () => {
  it('are separate runs when their manifests name other builds', async () => {
    using directory = makeDirectory(
      nights([manifestOf('1111111', '2026-01-01T02:00:00Z'), manifestOf('2222222', '2026-01-02T02:00:00Z')]),
    );
    const { runs } = await readUpload(directory.path);
    expect(runs.map(({ variant }) => variant.build?.commit)).toEqual(['1111111', '2222222']);
    expect(runs.map(({ results }) => new Set(results.map(({ repeat }) => repeat)).size)).toEqual([1, 1]);
  });

  it('are one run with repeats when one manifest was copied to both', async () => {
    const manifest = manifestOf('1111111', '2026-01-01T02:00:00Z');
    using directory = makeDirectory(nights([manifest, manifest]));
    const { runs } = await readUpload(directory.path);
    expect(runs).toHaveLength(1);
    expect(runs[0]?.results.map(({ repeat }) => repeat)).toContain(2);
  });
});
