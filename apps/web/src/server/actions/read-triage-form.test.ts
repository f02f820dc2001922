import { describe, expect, it } from 'vitest';
import { readBulkForm, readTriageForm } from './read-triage-form';

function form(pairs: [string, string][]): FormData {
  const data = new FormData();
  for (const [name, value] of pairs) data.append(name, value);
  return data;
}

describe('forms of the triage', () => {
  it('reads every ticked record with the version it was seen in', () => {
    expect(
      readBulkForm(
        form([
          ['record', 'scan-17.0@2'],
          ['record', 'update-zipf-16.10@11'],
          ['state', 'wont_fix'],
        ]),
      ),
    ).toEqual({
      records: [
        { slug: 'scan-17.0', triageVersion: 2 },
        { slug: 'update-zipf-16.10', triageVersion: 11 },
      ],
      state: 'wont_fix',
    });
  });

  it.each(['', 'x', '@1', 'x@', 'x@-1', '../x@1', 'X@1', 'x@1@2'])('reads no record out of %j', (record) => {
    expect(readBulkForm(form([['record', record]]))).toEqual({ records: [], state: null });
  });

  it('changes the state alone, or the three texts; an empty text takes away', () => {
    const own: [string, string][] = [
      ['slug', 'scan-17.0'],
      ['triageVersion', '3'],
    ];
    expect(readTriageForm(form([...own, ['state', 'noise']]))).toEqual({
      slug: 'scan-17.0',
      triageVersion: 3,
      change: { state: 'noise' },
      typed: null,
    });
    const texts = form([...own, ['owner', ' ann '], ['bugUrl', ''], ['fixedIn', '18.2']]);
    expect(readTriageForm(texts)).toMatchObject({
      change: { owner: 'ann', bugUrl: null, fixedIn: '18.2' },
      typed: { owner: 'ann', bugUrl: '', fixedIn: '18.2' },
    });
  });
});
