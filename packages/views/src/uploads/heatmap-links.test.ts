import type { UploadHeatmap } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { heatmapLinks } from './uploads-preview';

const heatmap = (over: Partial<UploadHeatmap>): UploadHeatmap => ({
  server: { slug: 'pn53', name: 'pn53', cores: 8 },
  workload: { slug: 'sysbench-cached', label: 'sysbench, cached' },
  product: 'MySQL',
  versions: ['9.5.0'],
  base: { slug: 'mysql-9.4.0', version: '9.4.0', isOwn: false },
  ...over,
});

describe('heatmapLinks', () => {
  it('leads to the heatmap against the release before', () => {
    expect(heatmapLinks([heatmap({})])).toEqual([
      {
        href: '/compare?server=pn53&workload=sysbench-cached&base=mysql-9.4.0',
        text: 'MySQL 9.5.0 against 9.4.0',
        where: '8-core pn53, sysbench, cached',
      },
    ]);
  });

  it('says the range of several versions, against the oldest of them when nothing is older', () => {
    const base = { slug: 'mysql-8.0.43', version: '8.0.43', isOwn: true };
    expect(heatmapLinks([heatmap({ versions: ['8.0.43', '8.4.6', '9.5.0'], base })])[0]?.text).toBe(
      'MySQL 8.0.43 to 9.5.0 against 8.0.43',
    );
  });

  it('names no base for a version that is alone', () => {
    const base = { slug: 'mysql-9.5.0', version: '9.5.0', isOwn: true };
    const server = { slug: 'box', name: 'box', cores: null };
    expect(heatmapLinks([heatmap({ base, server })])[0]).toMatchObject({
      text: 'MySQL 9.5.0',
      where: 'box, sysbench, cached',
    });
  });
});
