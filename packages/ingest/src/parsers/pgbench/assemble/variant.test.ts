import { describe, expect, it } from 'vitest';
import { labelOf, variantOf } from '../family';
import type { PgbenchVersion } from '../summary/pgbench-log';

const said = (client: string, server: string | null = null): PgbenchVersion => ({
  text: client,
  client,
  server,
  line: 1,
});

describe('variant of pgbench', () => {
  it.each([
    [said('16.1 (Ubuntu 16.1-1.pgdg22.04+1)'), 'PostgreSQL', '16.1'],
    [said('18beta3', '13.22'), 'PostgreSQL', '13.22'],
    [said('15.4 (Ubuntu)', '11.21 (CSUDATA.COM CentOS 7)'), 'PostgreSQL', '11.21'],
    [said('14.3', '11.2-YB-2024.2.0.0-b0'), 'YugabyteDB', '2024.2.0.0-b0'],
    [said('18devel'), 'PostgreSQL', '18devel'],
  ])('is the server that pgbench says', (version, product, expected) => {
    const place = { file: 'logs/pgbench_12_x.log', rootLabel: 'upload' };
    expect(variantOf(version, place)).toMatchObject({ product, version: expected, versionKnown: true });
  });

  it.each([
    ['pg12/pgbench.log', '12'],
    ['results/pg96.log', '9.6'],
    ['results/pg1222.log', '12.22'],
    ['postgres-13.4/a/pgbench.log', '13.4'],
    ['out/pgbench_13_readonly_20250815.log', '13'],
    ['out/pgbench_16_clients.log', null],
    ['out/pgbench_log.13', null],
    ['hugosite/content/pg12.md', '12'],
  ])('of old summaries is named by %s: %s', (file, version) => {
    const variant = variantOf(null, { file, rootLabel: 'upload' });
    expect(variant.product).toBe('PostgreSQL');
    expect(variant.versionKnown ? variant.version : null).toBe(version);
  });

  it('has flavour and config of a run directory, and the version that pgbench says where they differ', () => {
    const place = { file: 'round1/x.pg184_rel.b1_c2r24.pk1/pgbench.log', rootLabel: 'upload' };
    const named = { flavour: 'rel', config: 'b1_c2r24' };
    expect(variantOf(said('18.4'), place)).toMatchObject({ ...named, version: '18.4' });
    expect(variantOf(null, place)).toMatchObject({ ...named, version: '18.4' });
    expect(variantOf(said('15.18', '17.2'), place)).toMatchObject({ ...named, version: '17.2' });
    expect(labelOf(place)).toBe('x.pg184_rel.b1_c2r24.pk1');
  });

  it('is labelled by the path without directories of repeats', () => {
    const label = (file: string) => labelOf({ file, rootLabel: 'upload' });
    expect(label('i5/zfs/250/run-rw-1/pgbench.log')).toBe('i5/zfs/250');
    expect(label('i5/zfs/250/repeat2/run-ro-3/pgbench.log')).toBe('i5/zfs/250');
    expect(label('pgbench.log')).toBe('upload');
    expect(label('run-1/pgbench.log')).toBe('upload');
  });
});
