import { type Column, certaintyOf, isFlagged, seriesErrorSentence, verdictName } from '@basecase/analysis';
import { shortCommit } from '@basecase/ingest/model';
import { suspectLines } from '@basecase/views/regressions';
import { columnsOf } from '../../table';
import { type Check, countText, fixed, successSection, withSuccess } from '../draw-check';
import { changeText } from './judge-new-night';
import type { NightOrder } from './night';
import type { CheckedSeries, CheckedTestNight, SeriesCheckResult } from './series-check';

/** How often a sure change is none. */
const FALSE_CHANGES = seriesErrorSentence();

/** A new build judged by its series, as it is shown. */
export function toCheck(result: SeriesCheckResult): Check<CheckedTestNight> {
  return {
    result,
    parts: result.series.map((series) => {
      const { line, workload, server, night, tests } = series;
      const of = [line, workload].filter(Boolean).join(', ');
      const place = [line, workload, server === null ? '' : `on ${server}`].filter(Boolean).join(', ');
      const against = `against ${againstText(series)}`;
      const hasFlags = tests.some(({ verdict }) => isFlagged(verdict));
      return {
        of,
        title: night.label,
        counts: withSuccess(countSentence(series), tests),
        sentence: `: ${place}, ${against}.`,
        lines: [place, against, ...(hasFlags ? [''] : [])],
        tests,
        sections: sectionsOf(series),
      };
    }),
    columns: COLUMNS,
    sizes: SIZES,
    after: `${FALSE_CHANGES} Ratios are new / old: below 1 is slower.`,
    afterMarkdown: FALSE_CHANGES,
  };
}

const COLUMNS = columnsOf<CheckedTestNight & { of: string }>({
  series: 'of',
  test: 'test',
  judged_by: 'judgedBy',
  verdict: ({ verdict }) => verdictName(verdict),
  certainty: ({ verdict }) => certaintyOf(verdict) ?? '',
  ratio: ({ ratio }) => fixed(ratio, 4),
  low: ({ low }) => fixed(low, 4),
  high: ({ high }) => fixed(high, 4),
  nights: 'nights',
  first_bad: ({ change }) => change?.firstBad.commit ?? change?.firstBad.label ?? '',
  last_good: ({ change }) => change?.lastGood.commit ?? change?.lastGood.label ?? '',
  known: ({ known }) => known.map((one) => `${fixed(one.ratio, 4)} since ${one.firstBad.label}`).join('; '),
  event: ({ event }) => (event ? `${fixed(event.ratio, 4)} with ${event.label}` : ''),
  why: ({ why }) => why ?? '',
  success_rate: ({ successRate }) => fixed(successRate?.version ?? null, 4),
  success_verdict: ({ successRate }) => (successRate ? verdictName(successRate.verdict) : ''),
});

const SIZES: readonly Column<CheckedTestNight>[] = [{ head: 'new / old', kind: 'number', text: sizeText }];

/** `1 regression, 26 no change, 2 not judged` */
function countSentence({ counts }: CheckedSeries): string {
  const { missing } = counts;
  const words = [countText({ ...counts, missing: 0 }), missing > 0 ? `${missing} not judged` : ''];
  return words.filter(Boolean).join(', ') || 'no test';
}

const ORDERS: Readonly<Record<NightOrder, string | null>> = {
  time: null,
  number: 'ordered by the number of the build',
  name: 'ordered by name, because nothing says when they were built',
};

/**
 * The nights that a build was judged against: `40 nights, the newest 28 Aug 2026 g1c0ffee0; left out: 2 of another
 * version (18.3)`.
 */
function againstText({ nights, newest, orderedBy, orderNote, leftOut }: CheckedSeries): string {
  const count = nights === 0 ? 'no past night' : `${nights} past ${nights === 1 ? 'night' : 'nights'}`;
  const others = leftOut.map(({ why, count: each }) => `${each} ${why}`).join(', ');
  return [
    newest ? `${count}, the newest ${newest.label}` : count,
    nights > 1 ? ORDERS[orderedBy] : null,
    orderNote,
    others ? `left out: ${others}` : null,
  ]
    .filter((part) => part !== null)
    .join('; ');
}

/** `0.90 (0.88 to 0.92)` */
function changeSize({ ratio, low, high }: Pick<CheckedTestNight, 'ratio' | 'low' | 'high'>): string {
  return `${fixed(ratio, 2)} (${fixed(low, 2)} to ${fixed(high, 2)})`;
}

/** The same; of a pair `0.90 (noise 0.94 to 1.06)`, because its ratio has no interval. */
function sizeText(test: CheckedTestNight): string {
  if (test.ratio === null) return '';
  return test.change ? changeSize(test) : changeSize(test).replace('(', '(noise ');
}

/** The remaining verdicts; a heading without a line is left out. */
function sectionsOf({
  tests,
  events = [],
  suspects = [],
}: CheckedSeries): NonNullable<Check<CheckedTestNight>['parts'][number]['sections']> {
  const notJudged = new Map<string, string[]>();
  for (const { test, judgedBy, verdict, why } of tests) {
    if (judgedBy === 'nothing' && verdict === 'missing')
      notJudged.set(why ?? '', [...(notJudged.get(why ?? '') ?? []), test]);
  }
  const pairs = tests.filter(({ judgedBy }) => judgedBy === 'pair');
  const [first] = pairs;
  const sections = [
    ...suspects.map(({ after, upTo, total, commits }) => ({
      heading: `Suspects, commits ${shortCommit(after)}..${shortCommit(upTo)}`,
      lines: suspectLines({ total, commits: commits.map((commit) => ({ ...commit, href: null })) }),
    })),
    { heading: 'Events', lines: events.map(({ sentence, url }) => ({ text: sentence, href: url })) },
    successSection(tests),
    {
      heading: 'Already known, and still there',
      lines: tests.flatMap(({ test, known }) =>
        known.map((one) => `${test}: ${verdictName(one.verdict)}, ${changeSize(one)}, ${changeText(one)}`),
      ),
    },
    {
      heading: 'Environment changes (not attributed to a build)',
      lines: tests.flatMap(({ test, event }) =>
        event ? [`${test}: ${fixed(event.ratio, 2)} with ${event.label}`] : [],
      ),
    },
    {
      heading:
        'Too few nights for a series: compared with one night, by the rule of releases, with an assumed noise',
      lines: first ? [`${pairs.map(({ test }) => test).join(', ')} (${first.why})`] : [],
    },
    {
      heading: 'Not judged',
      lines: [...notJudged].map(([why, names]) => `${names.join(', ')}: ${why}`),
    },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}
