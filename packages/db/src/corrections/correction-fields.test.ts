import { describe, expect, it } from 'vitest';
import { CORRECTION_FIELDS, checkChanges, parseChanges } from './correction-fields';

describe('what people type', () => {
  it.each([
    [{ rowsPerTable: '50M' }, { rowsPerTable: 50_000_000 }],
    [{ rowsPerTable: '1.5k' }, { rowsPerTable: 1500 }],
    [{ rowsPerTable: '10,000,000' }, { rowsPerTable: 10_000_000 }],
    [{ clients: ' 8 ' }, { clients: 8 }],
    [
      { cached: 'yes', primaryKey: 'false' },
      { cached: true, primaryKey: false },
    ],
    [
      { config: '', campaign: '' },
      { config: null, campaign: null },
    ],
    [{ version: ' 9.5.0 ' }, { version: '9.5.0' }],
    [{ startedAt: '2026-11-15' }, { startedAt: '2026-11-15T00:00:00.000Z' }],
    [{ startedAt: '2026-11-15 04:11' }, { startedAt: '2026-11-15T04:11:00.000Z' }],
    [{ startedAt: '2026-11-15T04:11:09+02:00' }, { startedAt: '2026-11-15T02:11:09.000Z' }],
  ])('%j', (texts, changes) => {
    expect(parseChanges(texts as Record<string, string>)).toEqual(changes);
  });

  it.each([
    [{ clients: '-1' }, 'clients: Expected a whole number'],
    [{ clients: '1.5' }, 'clients: Expected a whole number'],
    [{ clients: '3000M' }, 'clients: Expected a whole number'],
    [{ rowsPerTable: '1e6' }, 'rowsPerTable: Expected a whole number'],
    [{ cached: 'maybe' }, 'cached: Expected yes or no, found "maybe"'],
    [{ startedAt: '15.11.2026' }, 'startedAt: Expected a time'],
    [{ startedAt: '5' }, 'startedAt: Expected a time'],
    [{ startedAt: '2026-13-01' }, 'startedAt: Expected a time'],
    [{ campaign: ' x' }, 'campaign: Expected the name of a campaign'],
    [{ version: 'x'.repeat(101) }, 'version: Expected a name of 1 to 100 characters'],
    [{ benchmark: 'fio' }, '"benchmark" can\'t be corrected. Fields: server, product, version'],
  ])('%j is refused: %s', (texts, message) => {
    expect(() => parseChanges(texts as Record<string, string>)).toThrow(message);
  });
});

describe('what programs send', () => {
  it('takes each field with the type of its values, and masks secrets in names', () => {
    expect(checkChanges({ clients: 8, cached: null, config: 'x --password=hunter2hunter2' })).toEqual({
      clients: 8,
      cached: null,
      config: expect.not.stringContaining('hunter2'),
    });
  });

  it('refuses to take away what every run has', () => {
    for (const field of ['server', 'product', 'version', 'startedAt']) {
      expect(() => checkChanges({ [field]: null })).toThrow(`"${field}" can't be empty`);
    }
  });

  it('refuses texts for numbers, fields of every object, and nothing', () => {
    expect(() => checkChanges({ clients: '8' })).toThrow('clients: Expected a whole number');
    expect(() => checkChanges({ constructor: 'x' })).toThrow(`"constructor" can't be corrected`);
    expect(() => checkChanges({})).toThrow(`Fields: ${CORRECTION_FIELDS.join(', ')}.`);
  });
});
