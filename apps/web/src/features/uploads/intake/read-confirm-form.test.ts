import { describe, expect, it } from 'vitest';
import { readConfirmForm } from './intake';

const read = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return readConfirmForm(data);
};

describe('readConfirmForm', () => {
  it('takes a known server by its name', () => {
    expect(read({ server: 'pn53', cached: '', notes: ' ' })).toEqual({
      server: 'pn53',
      newServer: null,
      settings: {},
    });
  });

  it('leaves the server to basecase.json when it is not asked for', () => {
    expect(read({ cached: 'true', campaign: ' may ' })).toEqual({
      server: null,
      newServer: null,
      settings: { cached: 'true', campaign: 'may' },
    });
  });

  it('makes a new server from the answers, with memory in bytes, and none without answers', () => {
    expect(
      read({
        server: ' box ',
        cores: '24',
        cpu: '',
        memory: '1.5',
        storage: 'NVMe',
        os: '',
        kind: 'shared',
      }),
    ).toEqual({
      server: 'box',
      newServer: {
        name: 'box',
        cores: 24,
        cpu: null,
        memoryBytes: 1_610_612_736,
        storage: 'NVMe',
        os: null,
        kind: 'shared',
      },
      settings: {},
    });
  });

  it('forgets the pattern where its box is not ticked, and only where it is asked', () => {
    expect(read({ server: 'pn53', asksLayout: 'yes' }).settings).toEqual({ layoutOnce: 'true' });
    expect(read({ server: 'pn53', asksLayout: 'yes', remember: 'yes' }).settings).toEqual({});
    expect(read({ server: 'pn53' }).settings).toEqual({});
  });

  it('stores that the kind of a new server is unknown, so that it is not asked again', () => {
    expect(read({ server: 'box', kind: 'unknown' }).newServer).toMatchObject({ kind: 'unknown' });
  });
});
