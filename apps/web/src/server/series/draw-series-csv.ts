import { toCsvLine } from '@basecase/analysis';
import type { SeriesAnswer } from '@basecase/contract/series';

const HEAD = [
  'at',
  'measured_at',
  'commit',
  'number',
  'version',
  'value',
  'unit',
  'status',
  'repeats',
  'run',
  'level',
  'level_low',
  'level_high',
  'change',
  'change_ratio',
  'change_direction',
  'record',
  'other_cpus',
];

/** A series as CSV: one row for each night, with its level and the change that it begins. */
export function drawSeriesCsv({ points, levels, changes, unit }: SeriesAnswer): string {
  const rows = points.map((point) => {
    const level = point.level === null ? undefined : levels[point.level];
    const change = changes.find(({ column }) => column === point.column);
    const cells = [
      point.at,
      point.measuredAt,
      point.commit,
      point.number,
      point.version,
      point.value,
      unit,
      point.status,
      point.repeats,
      point.run,
      level?.value,
      level?.low,
      level?.high,
      change?.state,
      change?.ratio,
      change?.direction,
      change?.record,
      point.otherCpus,
    ];
    return cells.map((cell) => (cell === null || cell === undefined ? '' : String(cell)));
  });
  return `${[HEAD, ...rows].map(toCsvLine).join('\r\n')}\r\n`;
}
