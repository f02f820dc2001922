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

/** A check for people at a terminal: what is new first, then what else there is to know. */
export function drawSeriesText({ series }: SeriesCheckResult): string {
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
