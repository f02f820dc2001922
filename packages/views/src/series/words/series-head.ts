import type { SeriesChange, SeriesVerdict } from '@basecase/analysis';
import { countText, dayText, fullServerName } from '../../text/words';
import { type SeriesData, shortDay } from '../series-data';

/** Title of a series, and what its numbers are of. */
export function seriesHead({ test, line, server, workload, nights, hiddenNights }: SeriesData) {
  const { product, version, branch, flavour, config } = line;
  const [first, last] = [nights[0], nights.at(-1)];
  const total = nights.length + hiddenNights;
  const days =
    first && last && first !== last
      ? `, ${shortDay(first.at, last.at.slice(0, 4))} to ${dayText(last.at)}`
      : last
        ? `, ${dayText(last.at)}`
        : '';
  return {
    /** `update-zipf`. */
    title: test.name,
    /** `range=100, PostgreSQL 19devel on 8-core PN53`. */
    on: [
      test.range === null ? '' : `range=${test.range}`,
      `${product} ${version} on ${fullServerName(server)}`,
    ]
      .filter(Boolean)
      .join(', '),
    meta: [
      `${countText(total, 'night')}${days}`,
      workload.label,
      workload.details.join(', '),
      branch === null ? '' : `branch ${branch}`,
      flavour === null ? '' : `build ${flavour}`,
      config === null ? '' : `config ${config}`,
    ].filter(Boolean),
  };
}

/** What must be known to read the chart. */
export function seriesNotes(data: Pick<SeriesData, 'hiddenNights' | 'nights' | 'server'>): string[] {
  const { hiddenNights, nights } = data;
  const hidden =
    hiddenNights === 0
      ? ''
      : `The newest ${countText(nights.length, 'night')} are shown; ${countText(hiddenNights, 'older night')} are left out.`;
  return [hidden, busySentence(data)].filter(Boolean);
}

type Nights = Pick<SeriesData, 'nights' | 'server'>;

/** Share of all CPUs from which the work of others is worth a word. The recorder warns from there on, too. */
const WORTH_A_WORD = 0.05;
/** CPUs, for a server with unknown cores. */
const WORTH_OF_UNKNOWN = 0.5;
/** Fewer nights of a level tell little about the load of others. */
const LEAST_NIGHTS = 3;

/** `1.6`; null if the load of others is unknown. */
export function otherCpusText({ nights }: Pick<Nights, 'nights'>, night: number): string | null {
  return nights[night]?.otherCpus?.toFixed(1) ?? null;
}

/** `others used 1.6 CPUs`; empty for a quiet night, or if the load is unknown. */
export function busyNote(data: Nights, night: number): string {
  const used = data.nights[night]?.otherCpus ?? null;
  return used !== null && used >= limitOf(data) ? `others used ${used.toFixed(1)} CPUs` : '';
}

/** `Others used the machine in 28 of 30 nights, up to 1.9 CPUs: noise and levels may be theirs.` Empty without such nights. */
function busySentence(data: Nights): string {
  const known = data.nights.flatMap(({ otherCpus }) => otherCpus ?? []);
  const busy = known.filter((used) => used >= limitOf(data));
  if (busy.length === 0) return '';
  const most = Math.max(...busy).toFixed(1);
  const unknown = data.nights.length - known.length;
  const of = unknown > 0 ? `; ${countText(unknown, 'night')} unknown` : '';
  return `Others used the machine in ${busy.length} of ${countText(known.length, 'night')}, up to ${most} CPUs${of}: noise and levels may be theirs.`;
}

/** `others used 1.6 CPUs before, 0.2 since`; empty if they used as much, or if it is unknown. */
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
