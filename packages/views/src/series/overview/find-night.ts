import type { BuildView } from '@basecase/db/types';
import { buildText, shortDay } from '../night-text';
import type { OverviewData } from './overview-data';

/** A night with its build. */
export interface NightPlace {
  column: string;
  build: BuildView;
}

/** The night of an index of the line, shown or not; null where nobody asked for it. */
export function findNight(
  { nights, first, earlier }: Pick<OverviewData, 'nights' | 'first' | 'earlier'>,
  night: number,
): NightPlace | null {
  return nights[night - first] ?? earlier.find((one) => one.night === night) ?? null;
}

/** The year of the newest night: dates of it are written without. */
export function overviewYear({ nights }: Pick<OverviewData, 'nights'>): string {
  return (nights.at(-1)?.build.at ?? '').slice(0, 4);
}

/** `29 Aug` and `g4eb13e8a` of a night; empty texts where nothing is known of it. */
export function nightText(
  data: Pick<OverviewData, 'nights' | 'first' | 'earlier'>,
  night: number,
): { day: string; build: string } {
  const found = findNight(data, night);
  if (!found) return { day: '', build: '' };
  return { day: shortDay(found.build.at, overviewYear(data)), build: buildText(found.build) };
}
