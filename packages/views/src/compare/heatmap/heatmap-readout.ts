import {
  formatFrozen,
  formatRatio,
  formatValue,
  isStop,
  type Level,
  NEUTRAL,
  shownUnit,
  type Verdict,
  verdictFill,
  verdictName,
} from '@basecase/analysis';
import { type MetricId, metricOf } from '@basecase/ingest/model';
import { isCost, levelOf } from '../../results/relative';
import { emphasisOf } from '../../verdict/verdict-trend';
import { type BandedSelection, hasBands, inBand, type OpenCell } from '../bands/banded-selection';
import { notesAt, noteText } from '../cell-notes';
import { type Excluded, type HeatmapColumn, verdictAt } from '../heatmap-data';
import { absoluteText, type HeatmapSelection, valuesOf } from '../heatmap-selection';
import { verdictsOf } from '../judge-selection';
import { mediansNote, otherLengthOf, ratioAt, roundsAt, roundsTaken, roundsText } from '../rounds-of-cell';

export interface Readout {
  test: string;
  note: string;
  versus: string;
  absolute: string;
  /** The reason for a missing ratio; null if there is one. */
  problem: string | null;
  ratio: { text: string; level: Level; direction: 'up' | 'dn' };
  /** Null while thresholds are in force, and for the base. */
  verdict: Verdict | null;
  /** `3 repeats, spread 2.1%`, `24 rounds, −4.1% ± 1.6%`; empty for a single result. */
  repeats: string;
  /** Why the ratio has no verdict, though both values are there; empty where it has one. */
  unjudged: string;
  /** Ratio to the release before; null for the base and where there is none. */
  previous: { version: string; text: string } | null;
  others: { label: string; text: string; level: Level }[];
}

const EXCLUDED_REASONS = {
  failed: 'the test failed',
  sla_failed: 'missed its SLA: the target rate was not sustained',
  warmup: 'a warm-up, not compared',
  missing: 'not recorded',
  bad_run: 'its run was marked as bad',
  doubtful: 'suspect: other lines of its log say something else',
  ok: '',
} as const;

/** One line about a cell: everything a tooltip would say. */
export function heatmapReadout(selection: HeatmapSelection, row: number, column: number): Readout | null {
  const test = selection.data.rows[row];
  const [own, base] = [selection.names[column], selection.names[selection.base]];
  if (!test || !own || !base) return null;
  const values = valuesOf(selection, selection.metric, row);
  const [value, baseValue] = [values[column] ?? null, values[selection.base] ?? null];
  const excluded = excludedAt(selection, row, column);
  const shown = value ?? excluded?.values[selection.metric] ?? null;
  const quotient = ratioAt(selection, selection.metric, { row, column });
  const previous = columnBefore(selection, row, column);
  const unit = selection.metric === 'throughput' ? test.unit : shownUnit(selection.metric);
  const isRatioTable = selection.data.workload.relativeTo !== null;
  const verdict = cellVerdict(selection, row, column);
  return {
    test: test.name,
    note: test.range === null ? '' : `range=${test.range}`,
    versus: column === selection.base ? `${own.short}, the base` : `${own.short} against ${base.short}`,
    absolute: `${absoluteText(selection, selection.metric, shown)} / ${absoluteText(selection, selection.metric, baseValue)} ${isRatioTable ? 'as published' : unit}`,
    problem: value === null ? whyNotCompared(excluded, badRunsText(selection.columns[column])) : null,
    ratio: {
      text: formatRatio(quotient),
      level: ratioLevel(selection, { column, ratio: quotient, verdict }),
      direction: (quotient ?? 1) < 1 ? 'dn' : 'up',
    },
    verdict,
    repeats: repeatsText(selection, row, column),
    unjudged: verdict === 'missing' && quotient !== null ? otherLengthOf(selection, { row, column }) : '',
    previous:
      previous === null || column === selection.base || isCost(selection.metric)
        ? null
        : {
            version: selection.names[previous]?.short ?? '',
            text: formatRatio(ratioAt(selection, selection.metric, { row, column, base: previous })),
          },
    others: selection.data.metrics
      .filter((metric) => metric !== selection.metric && selection.data.values[metric])
      .map((metric) => otherMetric(selection, metric, { row, column })),
  };
}

/** The readout of any column of a view; it names the base if several products have their own. */
export function bandedReadout(banded: BandedSelection, cell: OpenCell): Readout | null {
  const { band, selection, column } = inBand(banded, cell.column);
  const readout = heatmapReadout(selection, cell.row, column);
  if (!readout || !hasBands(banded)) return readout;
  const part = banded.pair ? undefined : banded.parts[banded.bands.indexOf(band)];
  return {
    ...readout,
    versus: `${part?.title ?? selection.columns[column]?.product ?? ''} ${readout.versus}`,
  };
}

/** The verdict of a cell; null for the base. While thresholds are in force only a stop has one. */
export function cellVerdict(selection: HeatmapSelection, row: number, column: number): Verdict | null {
  if (column === selection.base) return null;
  const verdicts = verdictsOf(selection);
  if (verdicts) return verdictAt(verdicts, row, column);
  const { data, source, base, metric } = selection;
  const values = metric === 'throughput' ? data.values.throughput?.[row] : undefined;
  const stops = isStop(values?.[source[column] ?? -1] ?? null, values?.[source[base] ?? -1] ?? null);
  return stops ? 'stopped working' : null;
}

function ratioLevel(
  selection: HeatmapSelection,
  cell: { column: number; ratio: number | null; verdict: Verdict | null },
): Level {
  if (cell.column === selection.base) return NEUTRAL;
  return cell.verdict ? verdictFill(cell.verdict, cell.ratio) : levelOf(selection, cell.ratio);
}

/** How often a cell was measured, and how far apart its throughputs are; of rounds, what they say of the change. */
function repeatsText(selection: HeatmapSelection, row: number, column: number): string {
  const { data, source } = selection;
  const rounds = selection.metric === 'throughput' ? roundsAt(selection, { row, column }) : null;
  if (rounds) return `${roundsText(rounds)}${mediansNote(selection, { row, column })}`;
  const at = source[column] ?? -1;
  const taken = roundsTaken(selection, { row, column });
  if (taken > 0) return `${taken} rounds`;
  const count = data.repeats?.[row]?.[at] ?? 0;
  if (count < 2) return '';
  const spread = data.spread?.[row]?.[at] ?? null;
  return spread === null
    ? `${count} repeats`
    : `${count} repeats, spread ${formatFrozen(spread * PERCENT, 1)}%`;
}

/**
 * A cell in words, for screen readers: `update-zipf, PostgreSQL 18.1 against 15.15: 0.71, regression`. The value for
 * the base; the reason if the ratio is missing.
 */
export function cellLabel(selection: HeatmapSelection, row: number, column: number): string {
  const notes = notesAt(selection, row, column).map((note) => `. Note: ${noteText(note)}`);
  return numberLabel(selection, row, column) + notes.join('');
}

function numberLabel(selection: HeatmapSelection, row: number, column: number): string {
  const readout = heatmapReadout(selection, row, column);
  const own = selection.columns[column];
  if (!readout || !own) return '';
  const test = readout.note ? `${readout.test} ${readout.note}` : readout.test;
  const versus = readout.versus.startsWith(own.product) ? readout.versus : `${own.product} ${readout.versus}`;
  const where = `${test}, ${versus}`;
  if (readout.problem) return `${where}: ${readout.problem}`;
  if (column === selection.base) return `${where}: ${readout.absolute.split(' / ').at(-1)}`;
  const word = readout.verdict
    ? `, ${readout.unjudged || verdictName(readout.verdict)}`
    : LEVEL_WORDS[emphasisOf(readout.ratio.level) ?? 'plain'];
  return `${where}: ${readout.ratio.text}${word ?? ''}`;
}

const PERCENT = 100;
const LEVEL_WORDS = { bad: ', regression', good: ', improvement', plain: '' };

/** The name for the column of `columnBefore`: builds of a version line are not releases. */
export function beforeWords({ columns }: Pick<HeatmapSelection, 'columns'>, column: number): string {
  return columns[column]?.build ? 'the build before' : 'the previous release';
}

/** The last recorded release, or build, before this one on its line: of its product, build flavour and config. */
export function columnBefore(selection: HeatmapSelection, row: number, column: number): number | null {
  const values = valuesOf(selection, selection.metric, row);
  const { lineStart } = selection;
  const found = values.findLastIndex(
    (value, index) => index < column && value !== null && lineStart[index] === lineStart[column],
  );
  return found === -1 ? null : found;
}

/** The result of a cell that is there but must not be compared. */
export function excludedAt(selection: HeatmapSelection, row: number, column: number): Excluded | undefined {
  const { data, metric } = selection;
  const source = selection.source[column];
  const isHere = (cell: { row: number; column: number }) => cell.row === row && cell.column === source;
  const excluded = data.excluded.find(isHere);
  if (excluded) return excluded;
  // The throughput of the cell is believed, and this metric of it is not.
  const doubtful = data.doubtful?.find((cell) => isHere(cell) && cell.metric === metric);
  return (
    doubtful && { row, column: doubtful.column, status: 'doubtful', values: { [metric]: doubtful.value } }
  );
}

/** Why a cell has no value that is compared: `the test failed`; null where it has one. */
export function missingReason(selection: HeatmapSelection, row: number, column: number): string | null {
  if ((valuesOf(selection, selection.metric, row)[column] ?? null) !== null) return null;
  return whyNotCompared(excludedAt(selection, row, column), badRunsText(selection.columns[column]));
}

function whyNotCompared(excluded: Excluded | undefined, badRuns: string): string {
  if (!excluded) return EXCLUDED_REASONS.missing;
  if (excluded.status === 'bad_run' && badRuns !== '') return badRuns;
  const { insert_rate: rate, insert_rate_target: target, failed_clients: failed } = excluded.values;
  const reason = EXCLUDED_REASONS[excluded.status];
  if (excluded.status === 'sla_failed' && rate !== undefined && target !== undefined)
    return `${reason} (${formatValue(rate, 'insert_rate')} of ${formatValue(target, 'insert_rate_target')} inserts/s)`;
  if (excluded.status === 'failed' && failed !== undefined)
    return `${failed} of its clients failed while it ran: not comparable`;
  return reason;
}

function otherMetric(
  selection: HeatmapSelection,
  metric: MetricId,
  { row, column }: { row: number; column: number },
) {
  const quotient = ratioAt(selection, metric, { row, column });
  return {
    label: metricOf(metric).label,
    text: formatRatio(quotient),
    level: levelOf(selection, quotient, metric),
  };
}

/** `bad run: fan failed`: why runs of a column count for nothing; empty when all of them count. */
export function badRunsText(column: Pick<HeatmapColumn, 'badRuns'> | undefined): string {
  const reasons = [...new Set(column?.badRuns ?? [])];
  if (reasons.length === 0) return '';
  const runs = (column?.badRuns ?? []).length;
  return `${runs === 1 ? 'bad run' : `${runs} bad runs`}: ${reasons.join('; ')}`;
}
