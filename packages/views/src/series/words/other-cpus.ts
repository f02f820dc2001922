import type { SeriesChange, SeriesVerdict } from '@basecase/analysis';
import { countText } from '../../text/count-text';
import type { SeriesData } from '../series-data';

type Nights = Pick<SeriesData, 'nights' | 'server'>;

/** Share of all CPUs from which the work of others is worth a word. The recorder warns from there on, too. */
const WORTH_A_WORD = 0.05;
/** CPUs, where nobody knows how many a server has. */
const WORTH_OF_UNKNOWN = 0.5;
/** Fewer nights of a level say little of the load beside it. */
const LEAST_NIGHTS = 3;

/** `1.6`; null where nobody said how much others used. */
export function otherCpusText({ nights }: Pick<Nights, 'nights'>, night: number): string | null {
  return nights[night]?.otherCpus?.toFixed(1) ?? null;
}

/** `others used 1.6 CPUs`; empty for a night that was quiet, or of which nobody knows. */
export function busyNote(data: Nights, night: number): string {
  const used = data.nights[night]?.otherCpus ?? null;
  return used !== null && used >= limitOf(data) ? `others used ${used.toFixed(1)} CPUs` : '';
}

/** `Others used the machine in 28 of 30 nights, up to 1.9 CPUs: noise and levels may be theirs.` Empty without such nights. */
export function busySentence(data: Nights): string {
  const known = data.nights.flatMap(({ otherCpus }) => otherCpus ?? []);
  const busy = known.filter((used) => used >= limitOf(data));
  if (busy.length === 0) return '';
  const most = Math.max(...busy).toFixed(1);
  const unknown = data.nights.length - known.length;
  const of = unknown > 0 ? `; of ${countText(unknown, 'night')} nobody knows` : '';
  return `Others used the machine in ${busy.length} of ${countText(known.length, 'night')}, up to ${most} CPUs${of}: noise and levels may be theirs.`;
}

/** `others used 1.6 CPUs before, 0.2 since`; empty where they used as much, or nobody knows. */
export function otherCpusBeside(
  data: Nights,
  { levels }: Pick<SeriesVerdict, 'levels'>,
  { firstBad, fixed }: Pick<SeriesChange, 'firstBad' | 'fixed'>,
): string {
  const start = levels.findLast(({ end }) => end <= firstBad)?.start ?? 0;
  const end = levels.find((level) => level.start >= firstBad)?.end ?? fixed ?? data.nights.length;
  const [before, since] = [meanOf(data, start, firstBad), meanOf(data, firstBad, end)];
  if (before === null || since === null || Math.abs(since - before) < limitOf(data)) return '';
  return `others used ${before.toFixed(1)} CPUs before, ${since.toFixed(1)} since`;
}

function meanOf({ nights }: Nights, from: number, to: number): number | null {
  const known = nights.slice(from, to).flatMap(({ otherCpus }) => otherCpus ?? []);
  return known.length < LEAST_NIGHTS ? null : known.reduce((sum, used) => sum + used, 0) / known.length;
}

function limitOf({ server: { cores } }: Nights): number {
  return cores === null ? WORTH_OF_UNKNOWN : cores * WORTH_A_WORD;
}
