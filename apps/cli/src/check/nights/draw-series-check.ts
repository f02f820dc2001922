import { type CheckFormat, fixed } from '../check-format';
import { drawSeriesMarkdown } from './draw-series-markdown';
import { drawSeriesText } from './draw-series-text';
import type { SeriesCheckResult } from './series-check';

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
