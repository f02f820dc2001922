import { type CheckFormat, fixed } from '../check-format';
import { drawSeriesMarkdown } from './draw-series-markdown';
import type { CheckedSeries, SeriesCheckResult } from './series-check';
import {
  againstText,
  countSentence,
  FALSE_CHANGES,
  flaggedTests,
  otherLines,
  placeText,
  sizeText,
} from './series-words';

/** A new build judged by its series: as text for people (`text`, `md` for a pull request) or for programs (`json`, `tsv`). */
export function drawSeriesCheck(result: SeriesCheckResult, format: CheckFormat): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(result, null, 2)}\n`;
    case 'tsv':
      return drawTsv(result);
    case 'md':
      return drawSeriesMarkdown(result);
    case 'text':
      return drawSeriesText(result);
  }
}

const HEAD = [
  'series',
  'test',
  'judged_by',
  'verdict',
  'ratio',
  'low',
  'high',
  'nights',
  'first_bad',
  'last_good',
  'known',
  'event',
  'why',
];

function drawTsv({ series }: SeriesCheckResult): string {
  const rows = series.flatMap(({ line, workload, tests }) =>
    tests.map(({ test, judgedBy, verdict, ratio, low, high, nights, change, known, event, why }) => [
      [line, workload].filter(Boolean).join(', '),
      test,
      judgedBy,
      verdict,
      fixed(ratio, 4),
      fixed(low, 4),
      fixed(high, 4),
      String(nights),
      change?.firstBad.commit ?? change?.firstBad.label ?? '',
      change?.lastGood.commit ?? change?.lastGood.label ?? '',
      known.map((one) => `${fixed(one.ratio, 4)} since ${one.firstBad.label}`).join('; '),
      event ? `${fixed(event.ratio, 4)} with ${event.label}` : '',
      why ?? '',
    ]),
  );
  const lines = [HEAD, ...rows].map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' ')).join('\t'));
  return `${lines.join('\n')}\n`;
}

/** A check for people at a terminal: what is new first, then what else there is to know. */
function drawSeriesText({ series }: SeriesCheckResult): string {
  return `${series.map(drawOne).join('\n')}\n${FALSE_CHANGES} Ratios are new / old: below 1 is slower.\n`;
}

function drawOne(series: CheckedSeries): string {
  const flagged = flaggedTests(series);
  const rows = flagged.map((test) => [test.verdict, sizeText(test), test.test, test.why ?? '']);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => (row[column] ?? '').length)));
  return [
    `${series.night.label}: ${countSentence(series)}`,
    `  ${placeText(series)}`,
    `  against ${againstText(series)}`,
    ...(rows.length > 0 ? [''] : []),
    ...rows.map((row) =>
      `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
    ),
    ...otherLines(series).flatMap(({ heading, lines }) => [
      '',
      `  ${heading}:`,
      ...lines.map((line) => `    ${line}`),
    ]),
    '',
  ].join('\n');
}
