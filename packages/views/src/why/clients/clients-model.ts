import { formatRatio, formatValue } from '@basecase/analysis';
import type { ClientCurve, ClientPoint } from '@basecase/db/types';
import { capital, countText, joinNames } from '../../text/words';

export interface ClientsModel {
  /** "queries/s, 16 results on this server". */
  says: string;
  /** From which number of clients on they differ; first, as it is what people ask. */
  onset: string;
  /** Where each stops scaling. */
  knee: string;
  /** What the words mean. */
  note: string;
  chart: {
    /** `x` is the place in the row: steps are not to scale. */
    points: { x: number; clients: string; own: number | null; base: number | null; isChange: boolean }[];
    top: number;
    /** Places of the knees. */
    knees: { x: number; name: string }[];
    description: string;
  };
  table: {
    clients: { text: string; workload: string; test: string }[];
    rows: { name: string; cells: { text: string; emphasis: 'bad' | 'good' | null }[] }[];
  };
}

/** Ratios nearer to 1 are the same: what one run of each can't tell on a calm server. */
const SAME = 0.97;
/** Of the axis over the largest value. */
const HEADROOM = 1.08;

const HOW =
  'Run the same test with other numbers of clients on this server, on both versions: logs that differ in .dop1, .dop8, .dop32, or in their threads, are put side by side here.';

/** Everything that the tab of clients shows. */
export function clientsModel(
  { unit, isBase, points }: ClientCurve,
  names: { own: string; base: string },
): ClientsModel | { missing: string } {
  const shown = points.filter(({ own, base }) => own !== null || base !== null);
  if (shown.filter(({ own }) => own !== null).length < 2) return { missing: whyMissing(shown, names.own) };
  const ratios = shown.map(ratioOf);
  const values = shown.flatMap(({ own, base }) => [own ?? 0, base ?? 0]);
  const [ownKnee, baseKnee] = [kneeOf(shown, 'own'), isBase ? null : kneeOf(shown, 'base')];
  const onset = isBase ? `${names.own} is the base.` : onsetOf(shown, ratios);
  const knee = isBase
    ? kneeText(names.own, ownKnee, shown)
    : kneesText({ own: ownKnee, base: baseKnee }, names, shown);
  const text = (value: number | null) => ({ text: formatValue(value, 'throughput'), emphasis: null });
  return {
    says: `${unit}, medians of ${countText(
      shown.reduce((sum, { results }) => sum + results, 0),
      'result',
    )} on this server`,
    onset,
    knee,
    note: 'Ratios over 0.97 and under 1.03 count as the same. Whether the difference at one number of clients is real is judged by the noise of its test, in its own heatmap. Stops scaling: twice the clients bring under 1.3 times the throughput.',
    chart: {
      points: shown.map(({ clients, own, base }, x) => ({
        x,
        clients: String(clients),
        own,
        base: isBase ? null : base,
        isChange: isChange(ratios[x] ?? null),
      })),
      top: Math.max(...values) * HEADROOM,
      knees: [
        ...(baseKnee ? [{ x: baseKnee.at, name: names.base }] : []),
        ...(ownKnee ? [{ x: ownKnee.at, name: names.own }] : []),
      ],
      description: `${unit} by number of clients. ${onset} ${knee}`,
    },
    table: {
      clients: shown.map(({ clients, workload, test }) => ({ text: String(clients), workload, test })),
      rows: [
        ...(isBase ? [] : [{ name: names.base, cells: shown.map(({ base }) => text(base)) }]),
        { name: names.own, cells: shown.map(({ own }) => text(own)) },
        ...(isBase
          ? []
          : [
              {
                name: 'Ratio',
                cells: ratios.map((ratio) => ({ text: formatRatio(ratio), emphasis: emphasisOf(ratio) })),
              },
            ]),
      ],
    },
  };
}

function whyMissing(points: readonly ClientPoint[], name: string): string {
  const [only] = points.filter(({ own }) => own !== null);
  const have = only ? `${name} was measured with ${countText(only.clients, 'client')} only. ` : '';
  return `${have}${HOW}`;
}

function ratioOf({ own, base }: ClientPoint): number | null {
  return own === null || base === null || base === 0 ? null : own / base;
}

function isChange(ratio: number | null): boolean {
  return emphasisOf(ratio) !== null;
}

function emphasisOf(ratio: number | null): 'bad' | 'good' | null {
  if (ratio === null) return null;
  if (ratio <= SAME) return 'bad';
  return ratio >= 1 / SAME ? 'good' : null;
}

interface Compared {
  clients: number;
  ratio: number;
}

/** "The same up to 16 clients, slower from 32 clients on: 0.97 at 32, 0.96 at 48." */
function onsetOf(points: readonly ClientPoint[], ratios: readonly (number | null)[]): string {
  const compared = points.flatMap(({ clients }, index): Compared[] => {
    const ratio = ratios[index] ?? null;
    return ratio === null ? [] : [{ clients, ratio }];
  });
  const last = compared.at(-1);
  if (!last || compared.length < 2) return 'Fewer than two client counts in common.';
  const way = emphasisOf(last.ratio);
  const changed = compared.filter(({ ratio }) => isChange(ratio));
  if (changed.length === 0) return 'The same at every number of clients, within 3%.';
  const word = way === 'good' ? 'faster' : 'slower';
  if (way !== null) {
    const from = compared.findLastIndex(({ ratio }) => emphasisOf(ratio) !== way) + 1;
    const [before, tail] = [compared.slice(0, from), compared.slice(from)];
    const onset = tail[0]?.clients ?? last.clients;
    if (before.length === 0) return `${capital(word)} at every number of clients: ${listOf(tail)}.`;
    if (before.every(({ ratio }) => !isChange(ratio))) {
      const same = before.at(-1);
      return `The same up to ${countText(same?.clients ?? 0, 'client')} (${formatRatio(same?.ratio ?? null)}), ${word} from ${onset} clients on: ${listOf(tail)}.`;
    }
    return `${capital(word)} from ${onset} clients on: ${listOf(tail)}. Before that ${listOf(before)}.`;
  }
  return `No difference at ${countText(last.clients, 'client')}; it differs at ${listOf(changed)} only.`;
}

function listOf(compared: readonly Compared[]): string {
  return joinNames(compared.map(({ clients, ratio }) => `${formatRatio(ratio)} at ${clients}`));
}

interface Knee {
  /** Place among the points. */
  at: number;
  clients: number;
  /** What the most clients bring, of what the knee has. */
  gain: number;
  most: number;
}

function kneeOf(points: readonly ClientPoint[], side: 'own' | 'base'): Knee | null {
  const measured = points.flatMap((point, at) => {
    const value = point[side];
    return value === null ? [] : [{ at, clients: point.clients, value }];
  });
  const index = findKnee(measured);
  const [knee, last] = [index === null ? undefined : measured[index], measured.at(-1)];
  if (!knee || !last) return null;
  return { at: knee.at, clients: knee.clients, gain: last.value / knee.value, most: last.clients };
}

function kneesText(
  knees: { own: Knee | null; base: Knee | null },
  names: { own: string; base: string },
  points: readonly ClientPoint[],
): string {
  const { own, base } = knees;
  if (!own && !base)
    return `Neither stops scaling up to ${countText(points.at(-1)?.clients ?? 0, 'client')}.`;
  if (own && base && own.clients === base.clients) {
    return `Both stop scaling at ${countText(own.clients, 'client')}: ${own.most} bring ${formatRatio(base.gain)} times as much in ${names.base}, ${formatRatio(own.gain)} in ${names.own}.`;
  }
  return `${kneeText(names.base, base, points)} ${kneeText(names.own, own, points)}`;
}

function kneeText(name: string, knee: Knee | null, points: readonly ClientPoint[]): string {
  if (!knee)
    return `${name} does not stop scaling up to ${countText(points.at(-1)?.clients ?? 0, 'client')}.`;
  return `${name} stops scaling at ${countText(knee.clients, 'client')}: ${knee.most} bring ${formatRatio(knee.gain)} times as much.`;
}

/** Twice the clients bring less than this times the throughput: it stops scaling. */
const LEAST_GAIN = 1.3;

/**
 * Where throughput stops scaling: the number of clients from which on every step brings less than 1.3 times the
 * throughput for twice the clients; other steps are measured by the same power, 48 after 32 as 1.3^0.58.
 *
 * @param points by rising number of clients
 * @returns index of the last point that was worth its clients; null when the last step still is
 */
export function findKnee(points: readonly { clients: number; value: number }[]): number | null {
  let knee: number | null = null;
  for (let index = points.length - 1; index > 0; index -= 1) {
    const [before, after] = [points[index - 1], points[index]];
    if (!before || !after || before.value <= 0) return knee;
    const doublings = Math.log2(after.clients / before.clients);
    if (after.value / before.value >= LEAST_GAIN ** doublings) return knee;
    knee = index - 1;
  }
  return knee;
}
