import { markdownText, markOf } from '../check-format';
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

/** A check for a pull request or the summary of a job: nothing in a name can become markup. */
export function drawSeriesMarkdown({ series }: SeriesCheckResult): string {
  return `${series.map(drawOne).join('\n')}\n${FALSE_CHANGES}\n`;
}

function drawOne(series: CheckedSeries): string {
  const rows = flaggedTests(series).map((test) => {
    const { verdict, why } = test;
    const cells = [
      markdownText(test.test),
      `${markOf(verdict)} ${verdict}`,
      sizeText(test),
      markdownText(why ?? ''),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const table = ['', '| test | verdict | new / old | |', '| --- | --- | ---: | --- |', ...rows];
  return [
    `### ${markdownText(series.night.label)}`,
    '',
    `${countSentence(series)}: ${markdownText(placeText(series))}, against ${markdownText(againstText(series))}.`,
    ...(rows.length > 0 ? table : []),
    ...otherLines(series).flatMap(({ heading, lines }) => [
      '',
      `${heading}:`,
      '',
      ...lines.map((line) => `- ${markdownText(line)}`),
    ]),
    '',
  ].join('\n');
}
