import { toPrintfFixed } from '@basecase/analysis';
import type { NoiseAtlasEntry } from '@basecase/db/types';
import { countText } from '../../lib/count-text';
import { clientsText, serverClass } from '../../lib/server-name';
import { shortWorkloadLabel } from '../../lib/workload-label';
import { noiseHref } from './noise-state';

export interface AtlasRow {
  href: string;
  server: string;
  serverName: string;
  workload: string;
  details: string;
  pairs: string;
  refused: string;
  /** `2.3%`, or `not calibrated`. */
  sigma: string;
  isCalibrated: boolean;
  visible: string;
  worst: string;
}

/** `8%` from 10% on, `4.3%` below: more digits would say more than is known. */
export function percentText(part: number): string {
  return `${toPrintfFixed(part * 100, part >= 0.0995 ? 0 : 1)}%`;
}

/** A server is noisy from here on: one run cannot show what readers call a regression. */
export const READERS_LIMIT = 0.05;

export function prepareAtlas(entries: readonly NoiseAtlasEntry[]): AtlasRow[] {
  return entries.map((entry) => {
    const { server, workload, calibrated, pairs, refused, exclusions, medianSigma, smallestVisible, worst } =
      entry;
    const own = serverClass(server);
    return {
      href: noiseHref({ server: server.slug, workload: workload.slug }),
      server: own,
      serverName: own === server.name ? '' : server.name,
      workload: shortWorkloadLabel(workload),
      details: [...workload.details.filter((each) => !/clients?$/.test(each)), clientsText(workload.clients)]
        .filter(Boolean)
        .join(', '),
      pairs: String(pairs),
      refused: exclusions > 0 ? `${refused}, ${exclusions} by hand` : String(refused),
      sigma: calibrated ? percentText(medianSigma) : 'not calibrated',
      isCalibrated: calibrated,
      visible: percentText(smallestVisible),
      worst: worst === null ? '' : `${testName(worst.test)} ${percentText(worst.smallestVisible)}`,
    };
  });
}

/** `point-query range=100`: a key as people read it. */
export function testName(key: string): string {
  return key.replace(/_(?=\w+=)/, ' ');
}

/** What can be seen in all of it, in a sentence. */
export function atlasSentence(entries: readonly NoiseAtlasEntry[]): { strong: string; rest: string } {
  const known = entries.filter(({ calibrated }) => calibrated);
  const total = countText(entries.length, 'workload on its server', 'workloads on their servers');
  if (known.length === 0) {
    return { strong: 'Nothing is calibrated yet', rest: `: ${total} without a single A/A pair.` };
  }
  const blind = known.filter(({ smallestVisible }) => smallestVisible > READERS_LIMIT).length;
  const limit = percentText(READERS_LIMIT).replace('.0', '');
  return {
    strong: `${known.length} of ${total} ${known.length === 1 ? 'is' : 'are'} calibrated`,
    rest: `. On ${blind} of them one run cannot show a change of ${limit} in half of the tests or more.`,
  };
}
