import type { ArtifactLines } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { artifactModel, unreadArtifact } from './artifact';

const page = (change: Partial<ArtifactLines> = {}, path = 'run/sb.o.insert'): ArtifactLines => ({
  artifact: {
    id: '7',
    path,
    kind: 'sysbench',
    status: 'parsed',
    sizeBytes: 1234,
    filesRemovedAt: null,
    upload: { id: '3', filename: 'x.tar.gz', origin: 'uploaded' },
  },
  first: 1,
  pageLines: 10,
  lines: [
    { text: 'a', cut: false },
    { text: 'b', cut: true },
    { text: 'c', cut: false },
  ],
  more: false,
  binary: false,
  ...change,
});
const all = { from: null, marked: null };

describe('page of a file', () => {
  it('numbers the lines and marks those asked for', () => {
    const model = artifactModel(page({ first: 11 }), { from: null, marked: { line: 12, lineEnd: 13 } });
    expect(model.rows.map(({ number, hit }) => [number, hit])).toEqual([
      [11, false],
      [12, true],
      [13, true],
    ]);
    expect(model.meta).toEqual(['sysbench', 'numbers read from it', '1.2 KB']);
    expect(model.range).toBe('lines 11–13 (end of the file)');
  });

  it('leads to the pages around', () => {
    const model = artifactModel(page({ first: 11, more: true }), all);
    expect(model.previous).toBe('/artifacts/7?from=1');
    expect(model.next).toBe('/artifacts/7?from=21');
    expect(artifactModel(page(), all)).toMatchObject({ previous: null, next: null });
  });

  it('explains an empty page', () => {
    const nothing = { lines: [] };
    expect(artifactModel(page({ ...nothing, binary: true }), all).problem).toContain('not text');
    expect(artifactModel(page(nothing), all).problem).toBe('This file is empty.');
    expect(artifactModel(page({ ...nothing, first: 11 }), all).problem).toBe('The file has no line 11.');
  });

  it('offers a picture for a flame graph only', () => {
    expect(artifactModel(page({}, 'perf/Flame.SVG'), all).pictureHref).toBe('/api/v1/artifacts/7?as=svg');
    expect(artifactModel(page({}, 'perf/flame.svg.gz'), all).pictureHref).toBe('/api/v1/artifacts/7?as=svg');
    expect(artifactModel(page({}, 'x.svg.txt'), all).pictureHref).toBeNull();
  });

  it('names the retention rule that removed it and offers no lines', () => {
    const gone = page({ first: 11, lines: [] }, 'run/flame.svg');
    const artifact = { ...gone.artifact, filesRemovedAt: '2026-09-03T02:47:00.000Z' };
    expect(artifactModel({ ...gone, artifact }, all)).toMatchObject({
      problem:
        'The raw files of this night were removed by the retention rule on 3 Sep 2026; its numbers stay.',
      rawHref: null,
      pictureHref: null,
      previous: null,
      next: null,
      uploadHref: '/uploads/3',
    });
  });

  it('reports an unreachable store and shows the known facts', () => {
    const { artifact } = page({}, 'run/flame.svg');
    expect(unreadArtifact(artifact, 'Out of reach.')).toMatchObject({
      name: 'flame.svg',
      problem: 'Out of reach.',
      rawHref: '/api/v1/artifacts/7',
      pictureHref: null,
      rows: [],
      range: '',
    });
  });
});
