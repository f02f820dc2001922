import { toPrintfFixed } from '@basecase/analysis';
import { compareVersions } from '@basecase/ingest/model';
import { majorOf, serverNames } from '../text/words';
import type { TrendLine } from './trends-data';
import type { TrendsState } from './trends-state';

export interface VersionAxis {
  kind: 'release' | 'major';
  /** Names of the positions, in release order and equally spaced. */
  positions: string[];
}

/**
 * The axis of versions. Where servers ran different point releases, a line between every release would be dots between
 * gaps: unless the reader says otherwise, majors are the positions then, each with the newest release that a line has of
 * it.
 */
export function versionAxis(
  product: string,
  lines: readonly Pick<TrendLine, 'columns'>[],
  wanted: TrendsState['x'],
): VersionAxis {
  const releases = axisOf('release', product, lines);
  const majors = axisOf('major', product, lines);
  if (wanted === 'release' || (wanted === '' && !lines.some((line) => isDotted(releases, line))))
    return releases;
  return wanted === 'major' || majors.positions.length > 1 ? majors : releases;
}

function axisOf(
  kind: VersionAxis['kind'],
  product: string,
  lines: readonly Pick<TrendLine, 'columns'>[],
): VersionAxis {
  const versions = [...new Set(lines.flatMap(({ columns }) => columns.map(({ version }) => version)))];
  const sorted = versions.sort(compareVersions);
  return { kind, positions: [...new Set(sorted.map((version) => positionName(kind, product, version)))] };
}

/** Name of the place that a version has on an axis. */
export function positionName(kind: VersionAxis['kind'], product: string, version: string): string {
  return kind === 'major' ? majorOf(product, version) : version;
}

/** A line of several versions without two that follow each other on the axis. */
function isDotted({ positions }: VersionAxis, { columns }: Pick<TrendLine, 'columns'>): boolean {
  const taken = positions.map((position) => columns.some(({ version }) => version === position));
  const isLine = taken.some((isTaken, index) => isTaken && taken[index + 1]);
  return !isLine && taken.filter(Boolean).length > 1;
}

/**
 * The shortest names that tell lines apart, for their ends: the server's class, then as much as needed of cached or
 * IO-bound, clients, base or kind of a published table, config and build, and its date.
 */
export function lineLabels(lines: readonly TrendLine[]): string[] {
  const servers = [...new Map(lines.map(({ server }) => [server.slug, server])).values()];
  const names = serverNames(servers);
  const nameOf = (line: TrendLine) => names[servers.findIndex(({ slug }) => slug === line.server.slug)] ?? '';
  const parts = lines.map((line) => [nameOf(line), ...detailsOf(line)]);
  const labels = parts.map(([name = '']) => name);
  const depth = Math.max(0, ...parts.map((own) => own.length));
  for (let part = 1; part < depth; part++) {
    const before = [...labels];
    for (const [index, own] of parts.entries()) {
      const twins = before.flatMap((label, other) => (label === before[index] ? [other] : []));
      const isTelling = new Set(twins.map((other) => parts[other]?.[part])).size > 1;
      if (isTelling && own[part]) labels[index] += `, ${own[part]}`;
    }
  }
  return labels.map((label, index) => {
    const twins = labels.slice(0, index).filter((other) => other === label).length;
    return twins === 0 ? label : `${label} (${twins + 1})`;
  });
}

function detailsOf({ workload, config, flavour }: TrendLine): string[] {
  const { cached, clients, ownBase, source, details } = workload;
  const cache = { true: 'cached', false: 'IO-bound', null: '' }[`${cached}`];
  return [
    cache,
    clients === null ? '' : `${clients} ${clients === 1 ? 'client' : 'clients'}`,
    ownBase === null ? '' : `to ${ownBase.split(' ')[0]}`,
    details.filter((detail) => /rows/.test(detail)).join(' '),
    config?.split('_')[0] ?? '',
    flavour ?? '',
    source === null ? '' : source.slice(0, 'YYYY-MM-DD'.length),
  ];
}

const STEPS = [1, 2, 2.5, 5, 10];
const WANTED_TICKS = 5;
/** A flat line is not stretched until its noise looks like a cliff. */
const LEAST_SPAN = 0.2;

/** Absolute values start at zero. Ratios may start elsewhere; then 1.00 is in the drawing. */
export function trendScale(values: readonly number[], mode: 'rel' | 'abs') {
  if (mode === 'abs') {
    const top = Math.max(0, ...values);
    const step = stepOf(top === 0 ? 1 : top);
    return scaleOf(0, Math.max(step, Math.ceil(top / step) * step), step);
  }
  const [low, high] = [Math.min(1, ...values), Math.max(1, ...values)];
  const missing = Math.max(0, LEAST_SPAN - (high - low)) / 2;
  const step = stepOf(high - low + 2 * missing);
  const from = Math.max(0, Math.floor((low - missing) / step + EPSILON) * step);
  return scaleOf(from, Math.ceil((high + missing) / step - EPSILON) * step, step);
}

/** Steps are added up in floating point. */
const EPSILON = 1e-9;

/** A round step that gives about the wanted number of ticks. */
function stepOf(span: number): number {
  const raw = span / WANTED_TICKS;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = STEPS.find((step) => step * power >= raw) ?? 10;
  return factor * power;
}

function scaleOf(from: number, to: number, step: number) {
  const count = Math.round((to - from) / step);
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) + (isHalf(step) ? 1 : 0)));
  return {
    from,
    to,
    ticks: Array.from({ length: count + 1 }, (_, index) => {
      const value = from + index * step;
      return { value, text: tickText(value, { to, decimals }) };
    }),
  };
}

/** 0.25 needs a decimal more than 0.2. */
function isHalf(step: number): boolean {
  const lead = step / 10 ** Math.floor(Math.log10(step));
  return Math.abs(lead - 2.5) < EPSILON;
}

const UNITS: readonly [size: number, letter: string][] = [
  [1e6, 'M'],
  [1e3, 'K'],
];
/** Up to here a number is as short as with a letter. */
const LARGE = 10;

/** All ticks in the unit that the largest of them needs. */
function tickText(value: number, { to, decimals }: { to: number; decimals: number }): string {
  const [size, letter] = UNITS.find(([unit]) => to >= LARGE * unit) ?? [1, ''];
  if (value === 0 || size === 1) return toPrintfFixed(value, value === 0 ? 0 : decimals);
  return `${Number((value / size).toPrecision(4))}${letter}`;
}
