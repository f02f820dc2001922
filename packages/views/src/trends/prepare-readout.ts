import type { Level } from '@basecase/analysis';
import type { TrendPoint, TrendsModel } from './prepare-trends';

export interface TrendReadout {
  line: string;
  version: string;
  text: string;
  level: Level;
  direction: 'up' | 'dn';
  /** Base, config and tests behind a mean. */
  notes: string[];
}

/** One line about a point: everything a tooltip would say. */
export function prepareTrendReadout(
  model: TrendsModel,
  at: { line: number; position: number },
): TrendReadout | null {
  const series = model.drawn[at.line];
  const point = series?.points[at.position];
  if (!series || !point) return null;
  return {
    line: series.label,
    version: point.version,
    text: point.text,
    level: point.level,
    direction: point.direction,
    notes: [
      baseNote(series.base, point),
      series.config ? `config ${series.config}` : '',
      testsNote(point),
    ].filter(Boolean),
  };
}

function baseNote(base: string, { isBase }: TrendPoint): string {
  if (base === '') return '';
  return isBase ? 'the base' : `base ${base}`;
}

function testsNote({ tests }: TrendPoint): string {
  if (tests === null) return '';
  return `mean of ${tests} ${tests === 1 ? 'test' : 'tests'}`;
}
