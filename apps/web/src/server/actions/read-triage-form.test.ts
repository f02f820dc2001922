import { describe, expect, it } from 'vitest';
import { readEventForm, readTriageForm } from './read-triage-form';

function form(pairs: [string, string][]): FormData {
  const data = new FormData();
  for (const [name, value] of pairs) data.append(name, value);
  return data;
}

describe('forms of the triage', () => {
  it('reads every ticked event with the version it was seen in, and the state of the button', () => {
    expect(
      readEventForm(
        form([
          ['event', 'mysql-8.0.43#0a1b'],
          ['event', 'mysql-8.0.43@pn53#ff'],
          ['owner', 'mk'],
          ['state', 'wont_fix'],
        ]),
      ),
    ).toEqual({
      events: [
        { slug: 'mysql-8.0.43', version: '0a1b' },
        { slug: 'mysql-8.0.43@pn53', version: 'ff' },
      ],
      change: { state: 'wont_fix' },
      undo: [],
      split: '',
    });
  });

  it('reads owner, link and fix, where an empty text takes away, and muting by itself', () => {
    expect(
      readEventForm(
        form([
          ['owner', ' mk '],
          ['bugUrl', ''],
        ]),
      ).change,
    ).toEqual({ owner: 'mk', bugUrl: null });
    expect(
      readEventForm(
        form([
          ['muted', '1'],
          ['owner', 'mk'],
        ]),
      ).change,
    ).toEqual({ muted: true });
    expect(readEventForm(form([['muted', '0']])).change).toEqual({ muted: false });
    expect(
      readEventForm(
        form([
          ['undo', '12'],
          ['undo', 'x'],
        ]),
      ).undo,
    ).toEqual(['12']);
  });

  it.each(['', 'x', '#1', 'x#', 'x#-1', 'x#G', 'x#1#2'])('reads no event out of %j', (event) => {
    expect(readEventForm(form([['event', event]]))).toMatchObject({ events: [], change: {} });
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
