import { describe, expect, it } from 'vitest';
import { type Setup, setupConfounders } from './setup-confounders';

function setup(name: string, change: Partial<Setup> = {}): Setup {
  return {
    name,
    product: 'MySQL',
    config: 'z12a_c8r32',
    configText: null,
    flavour: 'rel_o2nofp',
    os: 'Ubuntu 24.04, 6.8.0',
    dataset: '1 table × 50M rows',
    clients: 1,
    campaign: 'nov25',
    facts: {},
    ...change,
  };
}

const base = setup('5.6.51');

describe('what differs besides the version', () => {
  it('is nothing when only the version does', () => {
    expect(setupConfounders(base, [setup('8.0.43'), setup('9.5.0')])).toBeNull();
  });

  it('is empty if nothing is specified', () => {
    const unknown = { config: null, flavour: null, os: null, dataset: null, clients: null, campaign: null };
    expect(setupConfounders(base, [setup('9.5.0', unknown)])).toBeNull();
    expect(setupConfounders(setup('5.6.51', unknown), [setup('9.5.0')])).toBeNull();
  });

  it('names differences of the machine that both sides specify', () => {
    const known = setup('5.6.51', {
      facts: { kernel: '6.8.0', compiler: 'gcc 13', governor: 'performance' },
    });
    const model = setupConfounders(known, [
      setup('9.5.0', { facts: { kernel: '6.14.0', compiler: 'gcc 13', microcode: '0x1' } }),
    ]);
    expect(model?.items.map(({ sentence }) => sentence)).toEqual([
      'Kernel: 6.8.0 in 5.6.51, the base; 6.14.0 in 9.5.0.',
    ]);
  });

  it('names each difference, its columns, and the value of the base', () => {
    const model = setupConfounders(base, [
      setup('8.0.43'),
      setup('9.4.0', { config: 'z13a_c8r32', clients: 40 }),
      setup('9.5.0', { config: 'z13a_c8r32', flavour: 'rel_lto', os: 'Ubuntu 24.04, 6.14.0' }),
    ]);
    expect(model?.sentence).toBe(
      'More than the version differs: config, build flavour, operating system and clients. Any of these may cause a change.',
    );
    expect(model?.items.map(({ sentence }) => sentence)).toEqual([
      'Config: z12a_c8r32 in 5.6.51, the base; z13a_c8r32 in 9.4.0 and 9.5.0.',
      'Build flavour: rel_o2nofp in 5.6.51, the base; rel_lto in 9.5.0.',
      'Operating system: Ubuntu 24.04, 6.8.0 in 5.6.51, the base; Ubuntu 24.04, 6.14.0 in 9.5.0.',
      'Clients: 1 client in 5.6.51, the base; 40 clients in 9.4.0.',
    ]);
  });

  it('marks runs of another campaign, and explains it', () => {
    const [item] = setupConfounders(base, [setup('9.5.0', { campaign: 'may25' })])?.items ?? [];
    expect(item?.sentence).toBe(
      'Campaign: nov25 in 5.6.51, the base; may25 in 9.5.0. They were not measured together: the server itself may have changed in between.',
    );
  });

  it('compares the text of configs: equal settings under two names do not differ, two texts under one name do', () => {
    const own = setup('5.6.51', { configText: '[mysqld]\nsync_binlog=0\nbinlog_row_image=full' });
    const sameSettings = { config: 'z13a', configText: '[mysqld]\nbinlog-row-image = full\nsync_binlog=0' };
    expect(setupConfounders(own, [setup('9.5.0', sameSettings)])).toBeNull();

    const changed = { configText: '[mysqld]\nsync_binlog=1\nbinlog_row_image=full\ngtid_mode=ON' };
    const [item] = setupConfounders(own, [setup('9.5.0', changed)])?.items ?? [];
    expect(item?.kind).toBe('config');
    expect(item?.diffs).toEqual([
      {
        title: 'z12a_c8r32 to z12a_c8r32, in 9.5.0: 2 settings of 3',
        changes: [
          { name: 'mysqld.sync_binlog', kind: 'changed', before: '0', after: '1' },
          { name: 'mysqld.gtid_mode', kind: 'added', before: null, after: 'ON' },
        ],
        same: 1,
      },
    ]);
  });

  it('compares configs and flavours within one product only', () => {
    const other = setup('18.1', { product: 'PostgreSQL', config: 'x10b_c8r32', flavour: 'o2nofp' });
    expect(setupConfounders(base, [other])?.items.map(({ kind }) => kind)).toEqual(['product']);
  });
});
