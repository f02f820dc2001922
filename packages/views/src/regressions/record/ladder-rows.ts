import {
  formatRatio,
  formatValue,
  isChange,
  isJudged,
  type Level,
  NO_VALUE,
  showsChange,
  type Verdict,
  verdictLevel,
} from '@basecase/analysis';
import type {
  ElsewhereEntry,
  LadderCosts,
  LadderStep,
  NeighbourTest,
  RegressionPage,
} from '@basecase/db/types';
import { COSTS, type MetricId, metricOf, versionLabel } from '@basecase/ingest/model';
import { clientsText, countText, serverClass } from '../../text/words';

const ROLES = {
  'last good': 'last good, base',
  'first bad': 'first bad',
  fixed: 'back at the previous level',
};

/**
 * Versions in release order with their levels: where the change arrives, and whether it stays.
 *
 * @param text how a value is written
 */
export function ladderRows(
  ladder: readonly LadderStep[],
  kind: 'regression' | 'improvement',
  text: (value: number) => string,
) {
  const longest = Math.max(0, ...ladder.map(({ value }) => value ?? 0));
  const from = ladder.findIndex(({ role }) => role === 'first bad');
  const until = ladder.findIndex(({ role }) => role === 'fixed');
  const configs = new Set(ladder.map(({ config }) => config));
  let level: number | null = null;
  return ladder.map((step, index) => {
    const isNewLevel = step.level !== null && level !== null && step.level !== level;
    level = step.level ?? level;
    const isAffected = from >= 0 && index >= from && (until === -1 || index < until);
    return {
      column: step.column,
      version: versionLabel(step.version),
      config: configs.size > 1 ? (step.config ?? '') : '',
      /** `last good, base`, `first bad`, `back at the previous level`; empty without. */
      role: roleText(step, kind),
      isFirstBad: step.role === 'first bad',
      value: step.value === null ? NO_VALUE : text(step.value),
      /** Percent of the longest bar; null without a value. */
      bar: step.value === null || longest === 0 ? null : Math.round((1000 * step.value) / longest) / 10,
      isBad: isAffected && kind === 'regression',
      ratio: step.toLastGood,
      verdict: step.verdict.verdict,
      /** To the version before. */
      previous: formatRatio(step.toPrevious),
      runs: runsText(step),
      /** Starts another level than the version before it. */
      isNewLevel,
    };
  });
}

/**
 * Ratio of a version to the last good one of rounds, where it differs from the ratio of the medians next to it.
 *
 * @param base median of the last good version
 * @returns null where medians were compared, as in records of older releases
 */
export function roundsRatioOf(
  { value, toLastGood, verdict }: Pick<LadderStep, 'value' | 'toLastGood' | 'verdict'>,
  base: number | null,
): number | null {
  if (value === null || toLastGood === null || !base || !isJudged(verdict) || !verdict.rounds) return null;
  return Math.abs(toLastGood - value / base) < SAME * toLastGood ? null : toLastGood;
}

/** Rounding errors of a division are far smaller. */
const SAME = 1e-9;

/** `queries/s in release order, bars from zero`; with how ratios were found where the values have others. */
export function ladderHint(ladder: readonly LadderStep[], scale: string): string {
  const base = ladder.find(({ role }) => role === 'last good')?.value ?? null;
  const isOfRounds = ladder.some((step) => roundsRatioOf(step, base) !== null);
  return `${scale} in release order, bars from zero${isOfRounds ? '; values are medians, ratios were compared round by round' : ''}`;
}

function roleText({ role }: LadderStep, kind: 'regression' | 'improvement'): string {
  if (role === null) return '';
  if (kind === 'regression') return ROLES[role];
  return { 'last good': 'before, base', 'first bad': 'first faster', fixed: 'lost again' }[role];
}

function runsText({ results, status }: LadderStep): string {
  if (status === 'missing') return 'not run';
  if (status !== 'ok') return status === 'sla_failed' ? 'missed its SLA' : status;
  return String(results);
}

interface CostCell {
  text: string;
  level: Level;
  direction: 'dn' | 'up' | null;
}

const THRESHOLD = 0.95;
/** The base, the first bad version and the next, and the newest: no more fit side by side. */
const MOST_ROWS = 6;

/**
 * What the hardware paid for one operation, in absolute values and against the last good version.
 *
 * @returns null when no cost was recorded
 */
export function recordCosts(
  costs: readonly LadderCosts[],
  { lastGood, firstBad }: { lastGood: string; firstBad: string },
) {
  const metrics = COSTS.filter((metric) => costs.some(({ absolute }) => (absolute[metric] ?? null) !== null));
  if (metrics.length === 0) return null;
  const shown: readonly MetricId[] = [...metrics, 'throughput'];
  return {
    /** Labels of the columns: cpu/o, cs/o, … */
    heads: shown.map((metric) => (metric === 'throughput' ? 'o/s' : metricOf(metric).label)),
    rows: chooseRows(costs, { lastGood, firstBad }).map(({ column, version, absolute, relative }) => ({
      version: versionLabel(version),
      isFirstBad: column === firstBad,
      absolute: shown.map((metric) => formatValue(absolute[metric] ?? null, metric)),
      relative:
        column === lastGood
          ? null
          : shown.map((metric) => costCell(metric, relative[metric] ?? null, THRESHOLD)),
    })),
  };
}

function chooseRows(
  costs: readonly LadderCosts[],
  at: { lastGood: string; firstBad: string },
): LadderCosts[] {
  const good = costs.findIndex(({ column }) => column === at.lastGood);
  const bad = costs.findIndex(({ column }) => column === at.firstBad);
  const wanted = new Set([good, bad, bad + 1]);
  for (let index = costs.length - 1; index > bad && wanted.size < MOST_ROWS; index--) wanted.add(index);
  return costs.filter((_, index) => wanted.has(index));
}

/** @param threshold from which on the cost counts as changed */
export function costCell(metric: MetricId, ratio: number | null, threshold: number): CostCell {
  const level = verdictLevel(ratio, metricOf(metric).direction, threshold);
  const moved = isChange(level);
  return {
    text: formatRatio(ratio),
    level,
    direction: moved ? ((ratio ?? 1) < 1 ? 'dn' : 'up') : null,
  };
}

const MOST_COLUMNS = 5;

/**
 * Other tests of the group at the same versions: from the first bad one on, and when there are many, the newest.
 *
 * @param versions names of the columns
 */
export function neighboursModel(
  neighbours: readonly NeighbourTest[],
  { firstBad, versions }: { firstBad: string; versions: ReadonlyMap<string, string> },
) {
  const [first] = neighbours;
  if (!first || neighbours.every(({ isSelf }) => isSelf)) return null;
  const columns = first.cells.map(({ column }) => column);
  const from = Math.max(0, columns.indexOf(firstBad));
  const later = columns.slice(from);
  const shown =
    later.length <= MOST_COLUMNS ? later : [...later.slice(0, 2), ...later.slice(2 - MOST_COLUMNS)];
  const rows = neighbours.map((test) => ({
    ...test,
    cells: shown.flatMap((column) => test.cells.find((cell) => cell.column === column) ?? []),
  }));
  const others = neighbours.filter(({ isSelf }) => !isSelf);
  const moved = others.filter(({ slug }) => slug !== null).length;
  return {
    /** Versions that are shown. */
    heads: shown.map((column) => versionLabel(versions.get(column) ?? column)),
    rows,
    sentence: `${moved} of ${others.length} others changed at the same version`,
  };
}

/** A place where the same step can be looked for. */
type MeasuredOn = ReturnType<typeof toMeasuredOn>;

type Here = Pick<RegressionPage, 'server' | 'workload' | 'kind' | 'elsewhere' | 'nights' | 'stop'>;

/** Where else the same test changed at the same step, in a sentence: only at 40 clients, or on every server. */
export function elsewhereSentence(page: Here): string {
  const others = page.elsewhere.map((entry) => toMeasuredOn(entry, page));
  if (others.length === 0) {
    return page.nights
      ? 'No other server or workload has nights on both sides of these commits.'
      : 'No other server or workload has runs of both versions.';
  }
  const all = [
    toMeasuredOn({ ...page, verdict: page.stop ? 'stopped working' : page.kind }, page),
    ...others,
  ];
  const decided = all.filter(({ shows }) => shows !== 'open');
  const open = all.length - decided.length;
  const more = open > 0 ? ` Inconclusive in ${countText(open, 'place')}.` : '';
  if (decided.length === 1) return `Not conclusive anywhere else yet.${more}`;
  return `${decidedSentence(decided)}${more}`;
}

function decidedSentence(measured: readonly MeasuredOn[]): string {
  const shows = measured.filter((place) => place.shows === 'yes');
  const not = measured.filter((place) => place.shows === 'no');
  const count = `${shows.length} of ${measured.length}`;
  if (not.length === 0) {
    const servers = new Set(measured.map(({ server }) => server));
    const where = servers.size > 1 ? 'On every server' : 'In every workload';
    return `${where}: ${count} places with runs of both versions show it.`;
  }
  const only = onlyWhere(shows, not);
  return `${only ? `Only ${only}: ` : ''}${count} places with runs of both versions show it.`;
}

/** Properties shared only by the places that show it; may be empty. */
function onlyWhere(shows: readonly MeasuredOn[], not: readonly MeasuredOn[]): string {
  const sorted = (measured: readonly MeasuredOn[]) =>
    measured.flatMap(({ clients }) => clients ?? []).sort((a, b) => a - b);
  const [yes, no] = [sorted(shows), sorted(not)];
  const [least, most] = [yes[0], yes.at(-1)];
  const isKnown = yes.length === shows.length && no.length === not.length;
  if (isKnown && least !== undefined && most !== undefined) {
    const exact = least === most ? `at ${clientsText(least)}` : '';
    if ((no.at(-1) ?? 0) < least) return exact || `at ${clientsText(least)} or more`;
    if ((no[0] ?? 0) > most) return exact || `at ${clientsText(most)} or fewer`;
  }
  for (const [cached, words] of [
    [true, 'when cached'],
    [false, 'when IO-bound'],
  ] as const) {
    const isSplit =
      shows.every(({ isCached }) => isCached === cached) && not.every(({ isCached }) => isCached === !cached);
    if (isSplit) return words;
  }
  const own = shows[0]?.server;
  const isOneServer =
    shows.every(({ server }) => server === own) && not.every(({ server }) => server !== own);
  return isOneServer && shows[0]
    ? `on the ${serverClass({ name: shows[0].server, cores: shows[0].cores })}`
    : '';
}

function toMeasuredOn(
  { server, workload, verdict }: Pick<ElsewhereEntry, 'server' | 'workload' | 'verdict'>,
  page: Pick<RegressionPage, 'kind' | 'stop'>,
) {
  return {
    server: server.slug,
    cores: server.cores,
    clients: workload.clients,
    isCached: cachedIn(workload.label),
    shows: showsOf(verdict, page),
  };
}

function showsOf(verdict: Verdict, { kind, stop }: Pick<RegressionPage, 'kind' | 'stop'>) {
  // A test that is slower there works there.
  if (stop && verdict !== 'missing') return verdict === 'stopped working' ? 'yes' : 'no';
  return showsChange(verdict, kind);
}

function cachedIn(label: string): boolean | null {
  if (/\bIO-bound\b/.test(label)) return false;
  return /\bcached\b/.test(label) ? true : null;
}
