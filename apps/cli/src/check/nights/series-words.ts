import { verdictDirection } from '@basecase/analysis';
import { countText, fixed, worstFirst } from '../check-format';
import type { NightOrder } from './place-nights';
import type { CheckedSeries, CheckedTestNight } from './series-check';
import { changeText } from './to-test';

/** How often a sure change is none: docs/method.md §10.10. */
export const FALSE_CHANGES = 'In 360 simulated histories without a change, 5 raised a false alarm.';

/** Tests with something new, the worst first. */
export function flaggedTests({ tests }: CheckedSeries): CheckedTestNight[] {
  return tests.filter(({ verdict }) => verdictDirection(verdict) !== null).sort(worstFirst);
}

/** `1 regression, 26 no change, 2 not judged` */
export function countSentence({ counts }: CheckedSeries): string {
  const { missing } = counts;
  const words = [countText({ ...counts, missing: 0 }), missing > 0 ? `${missing} not judged` : ''];
  return words.filter(Boolean).join(', ') || 'no test';
}

/** `PostgreSQL 19devel@master rel x10b_c8r32, 1 table, 8 clients, on pn53` */
export function placeText({ line, workload, server }: CheckedSeries): string {
  return [line, workload, server === null ? '' : `on ${server}`].filter(Boolean).join(', ');
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
export function againstText({ nights, newest, orderedBy, leftOut }: CheckedSeries): string {
  const count = nights === 0 ? 'no past night' : `${nights} past ${nights === 1 ? 'night' : 'nights'}`;
  const others = leftOut.map(({ why, count: each }) => `${each} ${why}`).join(', ');
  return [
    newest ? `${count}, the newest ${newest.label}` : count,
    nights > 1 ? ORDERS[orderedBy] : null,
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
export function sizeText(test: CheckedTestNight): string {
  if (test.ratio === null) return '';
  return test.change ? changeSize(test) : changeSize(test).replace('(', '(noise ');
}

/** The remaining verdicts by heading; a heading without a line is left out. */
export function otherLines(series: CheckedSeries): { heading: string; lines: string[] }[] {
  const { tests } = series;
  const notJudged = new Map<string, string[]>();
  for (const { test, judgedBy, why } of tests) {
    if (judgedBy === 'nothing') notJudged.set(why ?? '', [...(notJudged.get(why ?? '') ?? []), test]);
  }
  const pairs = tests.filter(({ judgedBy }) => judgedBy === 'pair');
  const [first] = pairs;
  const sections = [
    {
      heading: 'Already known, and still there',
      lines: tests.flatMap(({ test, known }) =>
        known.map((one) => `${test}: ${one.verdict}, ${changeSize(one)}, ${changeText(one)}`),
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
        'Too few nights for a series: compared with one night, by the rule of releases, not calibrated',
      lines: first ? [`${pairs.map(({ test }) => test).join(', ')} (${first.why})`] : [],
    },
    {
      heading: 'Not judged',
      lines: [...notJudged].map(([why, names]) => `${names.join(', ')}: ${why}`),
    },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}
