import type { CellEvidence } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { configDiffModel } from './evidence-model';

function evidence(config: string | null, configText: string | null): CellEvidence {
  return {
    column: {
      slug: config ?? 'none',
      label: 'run',
      product: 'PostgreSQL',
      version: '18.1',
      flavour: null,
      config,
      runs: 1,
    },
    test: 'insert_range=100',
    status: 'ok',
    results: [],
    configText,
    artifacts: [],
  };
}

describe('config diff', () => {
  it('shows the settings that differ, seen from the base', () => {
    const own = evidence('x10b_c8r32', 'io_method = io_uring\nshared_buffers = 22GB\n');
    const base = evidence('x10a_c8r32', 'shared_buffers = 22GB\njit = off\n');
    expect(configDiffModel(own, base)).toEqual({
      sentence: 'x10b_c8r32 against x10a_c8r32: 2 settings differ, 1 setting is equal.',
      rows: [
        { name: 'io_method', kind: 'added', own: 'io_uring', base: '–' },
        { name: 'jit', kind: 'removed', own: '–', base: 'off' },
      ],
    });
  });

  it('reports that the text is not stored', () => {
    const model = configDiffModel(evidence('b', null), evidence('a', 'x = 1'));
    expect(model?.sentence).toContain('the text of b is not stored');
    expect(model?.rows).toEqual([]);
  });

  it('has nothing to diff for one config, none, or the base itself', () => {
    expect(configDiffModel(evidence('a', null), evidence('a', null))?.sentence).toBe(
      'Both columns ran with the config a.',
    );
    expect(configDiffModel(evidence(null, null), evidence(null, null))?.sentence).toContain(
      'The config of neither column',
    );
    expect(configDiffModel(evidence('a', ''), null)).toBeNull();
  });

  it('reports when only the names differ', () => {
    expect(configDiffModel(evidence('a', 'x = 1'), evidence('b', 'x=1'))?.sentence).toContain(
      'the same settings',
    );
  });
});
