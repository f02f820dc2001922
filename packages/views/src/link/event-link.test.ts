import type { EventFigures } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { eventPageModel } from '../regressions/events/event-page';
import { makeEvent, makePlace } from '../testing/test-event';
import { eventLink } from './event-link';
import { linkMeta } from './link-card';

const line = (server: string, values: (number | null)[]) => ({ server, workload: 'sysbench', values });

function makeFigures(change: Partial<EventFigures> = {}): EventFigures {
  return {
    columns: { 'insert-8.0.43-aaaaa': { firstBad: 'mysql-8.0.43', lastGood: 'mysql-5.7.44' } },
    unit: 'queries/s',
    band: 0.032,
    evidence: { isNoiseMeasured: true, runs: 1, later: 2, changedBy: null },
    chart: {
      versions: ['5.7.44', '8.0.43', '9.4.0'],
      own: 1,
      lines: [line('mybox8', [1, 0.81, 0.79])],
      tests: {},
      isCut: false,
    },
    suspects: null,
    searches: [],
    stillIn: '9.4.0',
    ...change,
  };
}

const all = makeEvent({ places: [makePlace({ slower: 32, tests: 32 })] });

describe('the card of an event', () => {
  it('says in one sentence how much, against what and on which machine', () => {
    const card = eventLink(all, makeFigures());
    expect(card.sentence).toBe(
      'MySQL 8.0.43 handles 19% fewer queries per second than 5.7.44 on this 8-core machine.',
    );
    expect(card.more).toBe(
      'All 32 tests got slower, by 4% to 32%, median 19%. It is still so in the newest version, 9.4.0.',
    );
    expect(linkMeta(card)).toEqual({
      title: card.sentence.replace(/\.$/, ''),
      description: `${card.more} Sure: median −19% against a run-to-run noise of ±3.2%; all 2 later versions show it too.`,
    });
  });

  it('counts the tests where most did not change', () => {
    const places = [makePlace({ slower: 2 }), makePlace({ server: 'socket2', slower: 7 })];
    const card = eventLink(makeEvent({ places }), makeFigures({ stillIn: null }));
    expect(card.sentence).toBe(
      'MySQL 8.0.43 is slower than 5.7.44 in 2 to 7 of 32 tests on mybox8 and socket2.',
    );
    expect(card.more).toBe('Slower by 4% to 32%, median 19%.');
  });

  it('names the only test and what it does', () => {
    const places = [makePlace({ slower: 1, median: 0.68, low: 0.68, high: 0.68 })];
    const card = eventLink(makeEvent({ places, median: 0.68, low: 0.68, high: 0.68 }), makeFigures());
    expect(card.sentence).toContain('handles 32% fewer inserts per second than 5.7.44');
    expect(card.facts.what).toMatch(/^Adds one row per transaction\./);
    expect(card.more).toBe('It is still so in the newest version, 9.4.0.');
  });

  it('names no base where servers have several', () => {
    const places = [makePlace({ slower: 2 }), makePlace({ server: 'b', slower: 2, lastGood: '8.0.42' })];
    const card = eventLink(makeEvent({ places }), makeFigures());
    expect(card.sentence).toContain('than the version before in 2 of 32 tests');
    expect(card.chart?.base).toBeNull();
    expect(card.chart?.caption).toContain('relative to 5.7.44 and 8.0.42');
  });

  it('says "looks" and assumed where nothing is confirmed', () => {
    const event = makeEvent({ certainty: 'likely', places: [makePlace({ slower: 0, likely: 3 })] });
    const card = eventLink(event, makeFigures({ evidence: null }));
    expect(card.sentence).toContain('looks slower than 5.7.44 in 3 of 32 tests');
    expect(card.certainty?.bars).toBe(2);
    expect(card.certainty?.text).toMatch(/median −19% against an? .*noise.* of ±3\.2%/);
    expect(card.certainty?.text).not.toContain('run-to-run');
  });

  it('has no number where tests only stopped', () => {
    const places = [makePlace({ slower: 0, stopped: 3, median: null, low: null, high: null })];
    const event = makeEvent({ places, median: null, low: null, high: null });
    const card = eventLink(event, makeFigures({ chart: null, band: null, stillIn: null }));
    expect(card.sentence).toBe('3 tests stopped working in MySQL 8.0.43 on this 8-core machine.');
    expect([card.more, card.chart]).toEqual(['', null]);
  });

  it('names every server with its cores, and the owner', () => {
    const places = [makePlace({}), makePlace({ server: 'socket2' })];
    const { facts } = eventLink(makeEvent({ places, owner: 'mk' }), makeFigures());
    expect(facts.where).toBe('mybox8, 8 cores; socket2, 8 cores');
    expect(facts.who).toBe('Owner: mk. First seen 26 Nov 2026, 04:12 UTC.');
    expect(eventLink(makeEvent({ places }), makeFigures()).facts.who).toMatch(/^No owner yet\./);
  });

  it('names the missing runs where no server is left', () => {
    expect(eventLink(makeEvent({ places: [] }), makeFigures()).sentence).toBe(
      'MySQL 8.0.43 has no server any more: its runs are gone.',
    );
  });

  it('draws one line per server, and marks the first bad version', () => {
    const chart = {
      versions: ['5.7.44', '8.0.43'],
      own: 1,
      lines: [line('mybox8', [1, 0.8]), line('socket2', [1, null])],
      tests: {},
      isCut: true,
    };
    const places = [makePlace({}), makePlace({ server: 'socket2' })];
    const drawn = eventLink(makeEvent({ places }), makeFigures({ chart })).chart;
    expect(drawn).toMatchObject({ own: 1, base: 0, isWorse: true });
    expect(drawn?.lines).toEqual([
      [1, 0.8],
      [1, null],
    ]);
    expect(drawn?.caption).toContain('Thick: mybox8; thin: socket2. Other servers are not drawn.');
    expect(drawn?.description).toMatch(/is 0\.80 on mybox8\.$/);
  });

  it('claims no certainty of what is withdrawn', () => {
    const card = eventLink(makeEvent({ state: 'withdrawn' }), makeFigures({ stillIn: null }));
    expect(card.certainty).toBeNull();
    expect(card.more).toContain('Withdrawn');
  });
});

describe('the tables of an event', () => {
  const model = eventPageModel({ ...all, history: [] }, makeFigures());

  it('have the values of the chart, with the first bad version and the last good one named', () => {
    expect(model.byVersion?.heads).toEqual(['mybox8']);
    expect(model.byVersion?.rows.map(({ version, role, cells }) => [version, role, ...cells])).toEqual([
      ['5.7.44', 'last good', '1.00'],
      ['8.0.43', 'first bad version', '0.81'],
      ['9.4.0', '', '0.79'],
    ]);
  });

  it('link each test to its record and to its cell of the heatmap', () => {
    const [test] = model.sections[0]?.tests ?? [];
    expect(test).toMatchObject({
      name: 'insert',
      ratio: '0.68',
      certainty: 'sure',
      href: '/r/insert-8.0.43-aaaaa',
    });
    const query = new URLSearchParams(test?.cellHref.split('?')[1]);
    expect([query.get('server'), query.get('base'), query.get('cell')]).toEqual([
      'mybox8',
      'mysql-5.7.44',
      'insert@mysql-8.0.43',
    ]);
  });
});
