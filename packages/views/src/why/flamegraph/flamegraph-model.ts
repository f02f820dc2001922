import { type Level, NEUTRAL, OTHER_FRAMES, ownSamples, ownShares } from '@basecase/analysis';
import type { CellProfile, WhyFile } from '@basecase/db/types';
import type { Profile } from '@basecase/ingest/model';
import { counterNumber } from '../counters/counters-model';

/** A cell and its base; null for the base where the cell is the base itself. */
interface ProfilePair {
  cell: CellProfile;
  base: CellProfile | null;
}

export interface IcicleFrame {
  path: string;
  name: string;
  row: number;
  /** Percent of the width of the drawing. */
  left: number;
  width: number;
  /** Tint by the change of the frame itself; neutral in the base. */
  level: Level;
  /** `+0.3`, behind the name; empty where the frame itself did not change enough. */
  change: string;
  /** The frame in words. */
  description: string;
}

export interface Icicle {
  side: 'base' | 'own';
  name: string;
  /** `97.0 µs per operation`, with the change where there is a base. */
  says: string;
  frames: IcicleFrame[];
  rows: number;
}

export interface FlamegraphModel {
  unit: string;
  sentence: string;
  icicles: Icicle[];
  /** Functions that changed most themselves, over all stacks, the largest change first. */
  changed: { name: string; base: string; own: string; change: string; emphasis: 'bad' | 'good' }[];
  notes: string[];
  files: WhyFile[];
}

/** Narrower frames are not drawn: a pixel of a drawing of 600. */
const MIN_WIDTH = 0.15;
/** A function that changed less, as a share of all CPU time, is left out of the list and takes no tint. */
const MIN_CHANGE = 0.005;
/** Share of all CPU time from which on a change of the frame itself takes the next tint. */
const TINTS: readonly [share: number, worse: Level, better: Level][] = [
  [0.04, 'r4', 'b4'],
  [0.02, 'r3', 'b3'],
  [0.01, 'r2', 'b2'],
  [MIN_CHANGE, 'r1', 'b1'],
];
const MAX_CHANGED = 8;

const HOW =
  'Record one with perf record -g while the test runs, and keep perf script | stackcollapse-perf.pl as a .folded file, or the SVG of flamegraph.pl, next to its log: sb.perf.g.cycles.<test>…svg, or in a directory that is named as that of the run.';

/** Everything that the flame graphs of a cell and its base draw, both on one scale. */
export function flamegraphModel(
  { cell, base }: ProfilePair,
  names: { own: string; base: string },
): FlamegraphModel | { missing: string } {
  if (!cell.profile) return { missing: whyMissing(cell, names.own) };
  const isTimed = cell.cpuMicros !== null && (!base?.profile || base.cpuMicros !== null);
  const total = (side: CellProfile) => (isTimed ? (side.cpuMicros ?? 0) : 100);
  const unit = isTimed ? 'µs/o' : '% of samples';
  const own = { total: total(cell), frames: layOutIcicle(cell.profile), profile: cell.profile };
  const of = base?.profile
    ? { total: total(base), frames: layOutIcicle(base.profile), profile: base.profile }
    : null;
  const scale = Math.max(own.total, of?.total ?? 0);
  const before = of && new Map(of.frames.map((frame) => [frame.path, frame.ownShare * of.total]));
  const changed = of ? changesOf(own, of) : [];
  const sides = [cell, ...(base ? [base] : [])];
  return {
    unit,
    sentence: of
      ? sentenceOf(changed, own.total - of.total, { unit, scale })
      : `Of ${names.own} alone: ${base ? whyMissing(base, names.base) : 'it is the base.'}`,
    icicles: [
      ...(of ? [drawSide('base', names.base, { ...of, scale, unit, before: null })] : []),
      drawSide('own', names.own, { ...own, scale, unit, before }),
    ].map((icicle) =>
      of && icicle.side === 'own'
        ? { ...icicle, says: `${icicle.says}, ${signed(own.total - of.total)}` }
        : icicle,
    ),
    changed: changed.slice(0, MAX_CHANGED).map(({ name, from, to, by }) => ({
      name,
      base: counterNumber(from),
      own: counterNumber(to),
      change: signed(by),
      emphasis: by > 0 ? 'bad' : 'good',
    })),
    notes: [
      isTimed
        ? 'CPU time of the whole host per operation, split in proportion to the samples. Colour is the change of the frame itself, not of what it calls.'
        : 'cpu/o or the cores of the server are unknown: widths are shares of all samples, not costs per operation.',
      ...leftOutNotes(sides),
    ],
    files: sides.flatMap(({ files }) => files),
  };
}

interface Side {
  total: number;
  frames: PlacedFrame[];
  profile: NonNullable<CellProfile['profile']>;
}

type Change = ReturnType<typeof changesOf>[number];

function changesOf(own: Side, base: Side) {
  const [to, from] = [ownShares(own.profile), ownShares(base.profile)];
  const least = MIN_CHANGE * Math.max(own.total, base.total);
  return (
    [...new Set([...to.keys(), ...from.keys()])]
      .map((name) => {
        const [before, after] = [(from.get(name) ?? 0) * base.total, (to.get(name) ?? 0) * own.total];
        return { name, from: before, to: after, by: after - before };
      })
      // Joined frames differ between profiles and are not a function.
      .filter(({ name, by }) => name !== OTHER_FRAMES && Math.abs(by) >= least)
      .sort((a, b) => Math.abs(b.by) - Math.abs(a.by) || (a.name < b.name ? -1 : 1))
  );
}

interface Drawing extends Omit<Side, 'profile'> {
  scale: number;
  unit: string;
  /** Of each stack at the base, in the frame itself; null: nothing is compared. */
  before: ReadonlyMap<string, number> | null;
}

function drawSide(side: Icicle['side'], name: string, drawing: Drawing): Icicle {
  const { total, frames, scale, unit, before } = drawing;
  const drawn = frames.flatMap((frame): IcicleFrame[] => {
    const width = (frame.share * total * 100) / scale;
    if (width < MIN_WIDTH) return [];
    const itself = frame.ownShare * total;
    const by = before && frame.name !== OTHER_FRAMES ? itself - (before.get(frame.path) ?? 0) : 0;
    const level = tintOf(by / scale);
    const change = level === NEUTRAL ? '' : signed(by);
    return [
      {
        path: frame.path,
        name: frame.name,
        row: frame.depth,
        left: (frame.left * total * 100) / scale,
        width,
        level,
        change,
        description: `${frame.name}: ${amount(frame.share * total, unit)}, itself ${amount(itself, unit)}${change === '' ? '' : `, itself ${change}`}`,
      },
    ];
  });
  const says = unit === 'µs/o' ? `${counterNumber(total)} µs per operation` : 'all samples';
  return { side, name, says, frames: drawn, rows: Math.max(0, ...drawn.map(({ row }) => row)) + 1 };
}

function tintOf(share: number): Level {
  const tint = TINTS.find(([least]) => Math.abs(share) >= least);
  if (!tint) return NEUTRAL;
  return share > 0 ? tint[1] : tint[2];
}

function sentenceOf(
  changed: readonly Change[],
  difference: number,
  { unit, scale }: { unit: string; scale: number },
): string {
  const [first] = changed;
  if (!first) return `No function changed by more than ${MIN_CHANGE * 100}% of the CPU time.`;
  const isMost = difference !== 0 && first.by / difference > 0 && first.by / difference <= 1;
  const more = first.by > 0 ? 'more' : 'less';
  if (isMost && Math.abs(difference) >= MIN_CHANGE * scale) {
    return `${amount(Math.abs(first.by), '')} of the ${amount(Math.abs(difference), unit)} ${more} are in ${first.name} itself.`;
  }
  const all =
    Math.abs(difference) < MIN_CHANGE * scale
      ? 'about the same'
      : `${amount(Math.abs(difference), unit)} ${difference > 0 ? 'more' : 'less'}`;
  return `${first.name} itself takes ${amount(Math.abs(first.by), unit)} ${more}, the largest change; all together ${all}.`;
}

function amount(value: number, unit: string): string {
  if (unit === '') return counterNumber(value);
  return unit === 'µs/o' ? `${counterNumber(value)} µs` : `${counterNumber(value)}${unit}`;
}

function signed(value: number): string {
  const text = counterNumber(Math.abs(value));
  if (text === '0') return '±0';
  return `${value > 0 ? '+' : '−'}${text}`;
}

function whyMissing({ runId, unused, removed }: CellProfile, name: string): string {
  if (removed !== undefined) return `${name}: ${removed}`;
  if (runId === null) return `No flame graph was recorded for ${name}. ${HOW}`;
  return `The flame graphs of ${name} can't be read: ${unused.map(({ file, reason }) => `${file}: ${reason}`).join('; ')}.`;
}

function leftOutNotes(sides: readonly CellProfile[]): string[] {
  return sides.flatMap(({ profile, unused }) => [
    ...(profile && profile.leftOut > 0
      ? [`${profile.leftOut} frames had no place, or were too many: they count for what called them.`]
      : []),
    ...(profile ? unused.map(({ file, reason }) => `${file}: ${reason}.`) : []),
  ]);
}

/** A frame with its place: fractions of the width of all samples of its profile. */
interface PlacedFrame {
  /** Names from the root to it: the same stack in another profile has the same. */
  path: string;
  name: string;
  depth: number;
  left: number;
  share: number;
  /** Share in the frame itself, not in what it calls. */
  ownShare: number;
}

const SEPARATOR = '\n';

/** Frames from the root down, those of one caller side by side in the order of the profile. */
function layOutIcicle(profile: Profile): PlacedFrame[] {
  const own = ownSamples(profile);
  const total = profile.frames[0]?.value ?? 0;
  const placed: PlacedFrame[] = [];
  /** Where the next frame of each caller begins. */
  const next: number[] = [];
  for (const [index, { name, parent, value }] of profile.frames.entries()) {
    const caller = placed[parent];
    const left = caller ? (next[parent] ?? caller.left) : 0;
    const share = total === 0 ? 0 : value / total;
    if (caller) next[parent] = left + share;
    next[index] = left;
    placed.push({
      path: caller ? `${caller.path}${SEPARATOR}${name}` : name,
      name,
      depth: caller ? caller.depth + 1 : 0,
      left,
      share,
      ownShare: total === 0 ? 0 : (own[index] ?? 0) / total,
    });
  }
  return placed;
}

/** True for a frame on the stack of another, from the root to all that it calls. */
function isOnPath(path: string, zoom: string): boolean {
  return path === zoom || path.startsWith(zoom + SEPARATOR) || zoom.startsWith(path + SEPARATOR);
}

/**
 * The icicles as they are drawn around one frame: it, what it calls, and its callers as wide as all. Both keep one scale,
 * so that the wider of the two fills the drawing.
 *
 * @param zoom path of the frame; null for all of it
 */
export function zoomIcicles(icicles: readonly Icicle[], zoom: string | null): Icicle[] {
  if (zoom === null) return [...icicles];
  const widest = Math.max(0, ...icicles.map((icicle) => frameAt(icicle, zoom)?.width ?? 0));
  if (widest === 0) return [...icicles];
  return icicles.map((icicle) => {
    const center = frameAt(icicle, zoom);
    if (!center) return { ...icicle, frames: [], rows: 1, says: 'not in this one' };
    const factor = 100 / widest;
    const full = center.width * factor;
    const frames = icicle.frames
      .filter(({ path }) => isOnPath(path, zoom))
      .map((frame) =>
        frame.row < center.row
          ? { ...frame, left: 0, width: full }
          : { ...frame, left: (frame.left - center.left) * factor, width: frame.width * factor },
      );
    return { ...icicle, frames };
  });
}

function frameAt({ frames }: Icicle, path: string): IcicleFrame | undefined {
  return frames.find((frame) => frame.path === path);
}

/** The frame that an arrow leads to: up to the caller, down to the widest callee, left and right within the row. */
export function neighbourFrame(
  frames: readonly IcicleFrame[],
  from: string,
  key: string,
): IcicleFrame | null {
  const at = frames.find(({ path }) => path === from);
  if (!at) return frames[0] ?? null;
  if (key === 'ArrowUp')
    return frames.find(({ path, row }) => row === at.row - 1 && isOnPath(at.path, path)) ?? null;
  if (key === 'ArrowDown') {
    const called = frames.filter(({ path, row }) => row === at.row + 1 && isOnPath(path, at.path));
    return called.toSorted((a, b) => b.width - a.width)[0] ?? null;
  }
  const row = frames.filter((frame) => frame.row === at.row).toSorted((a, b) => a.left - b.left);
  const index = row.findIndex(({ path }) => path === from);
  return row[index + (key === 'ArrowLeft' ? -1 : 1)] ?? null;
}
