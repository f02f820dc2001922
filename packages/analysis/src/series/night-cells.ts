import type { MetricId } from '@basecase/ingest/model';
import type { Matrix } from '../matrix/matrix';
import { twoSidedQuantile } from '../statistics/student-t';
import { comparedChange } from '../verdicts/compared-change';
import { explainCell } from '../verdicts/explain-cell';
import type { CellVerdict } from '../verdicts/judge-cells';
import { standardError } from '../verdicts/p-value';
import {
  MOST_NIGHTS,
  minutesOf,
  type Remedy,
  type RemedyRefusal,
  type Sides,
  settles,
} from '../verdicts/remedy/cheapest-remedy';
import { DEFAULT_RULE } from '../verdicts/rule';
import { isFlagged, verdictMark } from '../verdicts/verdict';
import { levelCell, levelOfNight, type NightBase, nightVerdict } from './night-verdict';
import type { SeriesVerdict } from './series';
import { SERIES_RULE } from './series-rule';

/** A line of nights that was judged as a series, by the metric that is judged in a matrix with some of its nights. */
export interface JudgedNights {
  /** Index in the matrix of each night; null: the matrix does not have it. */
  columns: readonly (number | null)[];
  /** Of each row of the matrix; null: the test has no series. */
  verdicts: readonly (SeriesVerdict | null)[];
  /** Of columns of releases the nights that were measured before them; left out: none was. */
  places?: ReadonlyMap<number, number>;
}

/** Which cell is judged against which. */
export interface NightCellQuestion {
  row: number;
  base: number;
  column: number;
  metric: MetricId;
  series: readonly JudgedNights[];
}

/** True when a column is a night that is judged by its series, never against another night. */
export function isJudgedNight(series: readonly JudgedNights[], column: number): boolean {
  return series.some(({ columns }) => columns.includes(column));
}

/**
 * The verdict of a night: that of the level in which it lies, against the base or, where the base is a night too,
 * against the level of that (docs/method.md §10.9).
 *
 * @returns null without a series to judge it by
 */
export function judgeNightCell(
  matrix: Matrix<unknown>,
  { row, base, column, metric, series }: NightCellQuestion,
): CellVerdict | null {
  const own = nightOf(series, column, row);
  if (!own) return null;
  const change = comparedChange(matrix, { row, base, column, metric });
  if (typeof change !== 'number') return { verdict: 'missing', mark: 'missing', reason: change };
  const against = baseOf(matrix, own, { row, base, metric, series });
  const found = against && nightVerdict(own.verdict, own.night, against);
  if (!found || found.verdict === 'missing') return null;
  const mark = verdictMark(found.verdict);
  if (mark === 'missing' || mark === 'stopped') return null;
  return {
    verdict: found.verdict,
    mark,
    x: found.x,
    p: found.p,
    sigma: Math.SQRT2 * own.verdict.sigma,
    band: found.band,
    noisePairs: 0,
    baseRuns: against.runs,
    versionRuns: levelOfNight(own.verdict, own.night)?.nights ?? 1,
    runsToSettle: null,
    remedy:
      mark === 'possible' || mark === 'unclear'
        ? nightRemedy(own.verdict, own.night, {
            base: against,
            isRelease: !nightOf(series, base, row),
            seconds: [matrix.runSeconds?.[base] ?? null, matrix.runSeconds?.[column] ?? null],
          })
        : null,
    changedBy: null,
    rounds: null,
    steal: null,
    explanation: isFlagged(found.verdict) ? explainCell(matrix, row, { base, column }) : null,
  };
}

interface JudgedNight {
  line: JudgedNights;
  verdict: SeriesVerdict;
  night: number;
}

function nightOf(series: readonly JudgedNights[], column: number, row: number): JudgedNight | null {
  for (const line of series) {
    const night = line.columns.indexOf(column);
    const verdict = line.verdicts[row] ?? null;
    if (night >= 0 && verdict?.enough) return { line, verdict, night };
  }
  return null;
}

function baseOf(
  { values, repeats }: Matrix<unknown>,
  { line }: JudgedNight,
  { row, base, metric, series }: Omit<NightCellQuestion, 'column'>,
): NightBase | null {
  const night = nightOf(series, base, row);
  const level = night && levelOfNight(night.verdict, night.night);
  // In another line the events are at different nights: nothing is taken off.
  if (level && night.line !== line) return { value: level.value, runs: level.nights, place: null };
  if (level) return { value: level.value, runs: level.nights, place: night.night + 1 };
  const value = values[metric]?.[row]?.[base] ?? null;
  if (value === null) return null;
  return { value, runs: Math.max(1, repeats[row]?.[base] ?? 1), place: line.places?.get(base) };
}

/** Of the verdict on a night (docs/method.md §10.9): |x| beyond this many standard errors is sure. */
const SETTLING = {
  ...DEFAULT_RULE,
  settleFactor: DEFAULT_RULE.tailScale * twoSidedQuantile(SERIES_RULE.sureP, 4),
};

/**
 * The fewest nights and runs of the base that settle an open night (docs/method.md §3.6): nights continue the newest level,
 * and runs make a base of releases more precise. A change that is only possible needs the nights after which it can be sure.
 *
 * @param seconds measured time of a run of the base and of a night
 * @returns `closed`: neither side can get more
 */
function nightRemedy(
  verdict: SeriesVerdict,
  night: number,
  { base, isRelease, seconds }: { base: NightBase; isRelease: boolean; seconds: Sides },
): Remedy | RemedyRefusal | null {
  const level = levelOfNight(verdict, night);
  if (!level) return null;
  const mostNights = level.isNewest ? MOST_NIGHTS : 0;
  const mostRuns = isRelease ? DEFAULT_RULE.settleCap - 1 : 0;
  if (mostNights === 0 && mostRuns === 0) return 'closed';
  const leastNights = level.isPossible ? SERIES_RULE.leastNights + SERIES_RULE.stayNights : 0;
  for (let all = 1; all <= mostNights + mostRuns; all++) {
    for (let runs = 0; runs <= Math.min(all, mostRuns); runs++) {
      const nights = all - runs;
      if (nights > mostNights) continue;
      const cell = levelCell(
        verdict,
        { ...level, nights: level.nights + nights },
        { ...base, runs: base.runs + runs },
      );
      if (!settles(cell.x, standardError(cell), SETTLING, level.nights + nights >= leastNights)) continue;
      const minutes = minutesOf([runs, nights], seconds);
      return { unit: 'nights', base: runs, version: nights, minutes, isOtherDay: false };
    }
  }
  return mostNights > 0 ? 'too many nights' : 'too many';
}
