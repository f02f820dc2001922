import { describe, expect, it } from 'vitest';
import { BAD, makeNightPage } from '../../testing/test-night-record';
import { testNight } from '../../testing/test-series';
import { recordLede } from '../record/record-lede';
import { doubtsText, intervalText, sizeText } from '../record-words';

const commit = (day: number) => testNight(day).commit ?? '';
const label = (day: number, date: string) => `${date} g${commit(day).slice(0, 8)}`;
const SINCE = label(BAD, '31 May 2026');

describe('the head of a record of nights', () => {
  it('is a ratio of levels with its interval, and the words of later nights', () => {
    expect(recordLede(makeNightPage({ explanation: '10% slower; CPU per operation 1.11x.' }))).toEqual({
      title: `update-zipf range=100 is slower since ${SINCE}`,
      meta: [
        'PostgreSQL 19devel@master',
        `commits ${commit(29).slice(0, 8)}..${commit(30).slice(0, 8)}`,
        '48-core (ax162-s)',
        'sysbench, IO-bound, 8 tables × 250M rows, 40 clients',
        'config x10b',
      ],
      ratio: '0.90',
      level: 'r2',
      base: 'of the level before',
      noise: '95%: 0.88–0.92',
      verdict: 'Sure',
      topic: 'series',
      notMeasured: '',
      sentences: [
        'The level fell from 4\u202f700 to 4\u202f230 queries/s: 0.90 (0.88–0.92) over 15 nights.',
        '10% slower; CPU per operation 1.11x.',
      ],
    });
  });

  it('explains why it is only possible, without a colour', () => {
    const lede = recordLede(
      makeNightPage(
        { verdict: 'possible regression', mark: 'possible', explanation: null },
        { sureness: 'possible', doubts: ['newest nights', 'second opinion'], nights: 2 },
      ),
    );
    expect(lede).toMatchObject({
      title: `update-zipf range=100 may be slower since ${SINCE}`,
      verdict: 'Likely',
      level: 'n',
    });
    expect(lede.sentences.slice(1)).toEqual([
      'Not sure: it rests on the newest two nights; E-divisive does not see it.',
      'From the third night on it can be sure.',
    ]);
  });

  it('names the last run if it is not recent', () => {
    const lede = recordLede(makeNightPage({}, { notMeasuredSince: '2026-06-10T02:00:00.000Z' }));
    expect(lede.title).toBe(`update-zipf range=100 was slower since ${SINCE} when last measured`);
    expect(lede.notMeasured).toBe('last run 10 Jun 2026');
    expect(lede.sentences.at(-1)).toBe('Last run: 10 Jun 2026.');
    expect(lede.title).not.toContain(' is slower');
  });

  it('is in the past tense when it is over', () => {
    const fix = { claimed: null, seen: '19devel 20260612-gabcdef01', status: 'verified' as const };
    const lede = recordLede(makeNightPage({ fix }, { sureness: 'fixed' }));
    expect(lede.title).toBe(`update-zipf range=100 was slower from ${SINCE} until 12 Jun 2026 gabcdef01`);
    expect(lede.verdict).toBe('Fixed');
    expect(lede.sentences.at(-1)).toBe('Back at the level before since 12 Jun 2026 gabcdef01.');
    const gone = recordLede(makeNightPage({ withdrawnAt: '2026-06-20T00:00:00.000Z' }));
    expect(gone.title).toBe(`update-zipf range=100 seemed slower since ${SINCE}`);
  });

  it('says of a short line that its builds are compared in pairs', () => {
    const change = { series: null, verdict: 'possible regression', mark: 'possible' } as const;
    const lede = recordLede(makeNightPage(change, { judgedBy: 'pairs', nights: null, sureness: 'possible' }));
    expect(lede).toMatchObject({ verdict: 'Likely', noise: 'noise ±1.8%' });
    expect(lede.title).toBe(`update-zipf range=100 may be slower since ${SINCE}`);
    expect(lede.base).toBe(`of ${label(BAD - 1, '30 May 2026')}`);
    expect(lede.sentences[0]).toBe(
      'Fewer than 12 nights: builds are compared in pairs, and nothing is sure.',
    );
  });
});

describe('words of a size', () => {
  it('have a digit more where both ends would read the same', () => {
    expect(intervalText({ low: 0.8836, high: 0.9164 })).toBe('0.88–0.92');
    expect(sizeText({ ratio: 0.9652, low: 0.9621, high: 0.9688 })).toBe('0.965 (0.962–0.969)');
  });

  it.each([
    [['newest nights'], 1, 'it rests on the newest night'],
    [
      ['drift', 'family'],
      8,
      'it may be a drift over many nights; one of so many tests may change as much by chance',
    ],
    [['weak'], 3, 'it exceeds the noise, and not by enough: more nights will tell'],
    [[], 3, ''],
  ])('doubts %j of %i nights', (doubts, nights, text) => {
    expect(doubtsText({ doubts, nights })).toBe(text);
  });
});
