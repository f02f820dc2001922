import type { UploadHeatmap } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { answerLinks } from './heatmap-links';

const heatmap = (over: Partial<UploadHeatmap>): UploadHeatmap => ({
  server: { slug: 'pn53', name: 'pn53', cores: 8 },
  workload: { slug: 'sysbench-cached', label: 'sysbench, cached' },
  product: 'MySQL',
  versions: ['9.5.0'],
  areNights: false,
  base: { slug: 'mysql-9.4.0', version: '9.4.0', isOwn: false },
  ...over,
});

const heatmapLinks = (heatmaps: readonly UploadHeatmap[]) => answerLinks(heatmaps, []);

describe('links to heatmaps', () => {
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

  it('leads from nights to their series, which chooses the base', () => {
    const versions = ['19devel 20260715-g4fdd31eb', '19devel 20260716-gd3acd4c4'];
    const [link] = heatmapLinks([heatmap({ product: 'PostgreSQL', versions, areNights: true })]);
    expect(link).toMatchObject({
      href: '/series?server=pn53&workload=sysbench-cached',
      text: 'PostgreSQL 19devel 20260716-gd3acd4c4, the newest of 2 nights',
    });
  });

  it('gives links that differ in their workloads the words in which these differ', () => {
    const at = (clients: string) =>
      heatmap({ workload: { slug: clients, label: `sysbench, cached, ${clients}` } });
    expect(heatmapLinks([at('1 client'), at('8 clients')]).map(({ text }) => text)).toEqual([
      'MySQL 9.5.0 against 9.4.0, 1 client',
      'MySQL 9.5.0 against 9.4.0, 8 clients',
    ]);
  });
});

describe('answerLinks', () => {
  const entry = (clients: number) => ({
    server: { slug: 'pn53' },
    workload: {
      slug: `pgbench-${clients}c`,
      label: `pgbench, scale 50, ${clients} clients`,
      details: [],
      clients,
      origin: 'uploaded',
      source: null,
      relativeTo: null,
    },
  });
  const at = (clients: number) =>
    heatmap({
      product: 'PostgreSQL',
      versions: ['16.9', '17.5'],
      base: { slug: 'postgresql-16.9', version: '16.9', isOwn: true },
      workload: { slug: `pgbench-${clients}c`, label: `pgbench, scale 50, ${clients} clients` },
    });

  it('are one link for the numbers of clients of a sweep', () => {
    expect(answerLinks([at(1), at(8)], [entry(1), entry(8)])).toEqual([
      {
        href: '/clients?server=pn53&workload=pgbench-8c',
        text: 'PostgreSQL 16.9 to 17.5 against 16.9 at 1 and 8 clients',
        where: '8-core pn53, scale 50',
      },
    ]);
  });

  it('compare a sweep with the release before it', () => {
    const base = { slug: 'postgresql-16.8', version: '16.8', isOwn: false };
    expect(
      answerLinks([{ ...at(8), versions: ['17.5'], base }], [entry(1), entry(8)]).map(({ href, text }) => [
        href,
        text,
      ]),
    ).toEqual([
      [
        '/clients?server=pn53&workload=pgbench-8c&base=postgresql-16.8',
        'PostgreSQL 17.5 against 16.8 at 1 and 8 clients',
      ],
    ]);
  });

  it('lead to the heatmap where there is one number of clients', () => {
    expect(answerLinks([at(1)], [entry(1)])[0]?.href).toMatch(/^\/compare\?/);
  });
});
