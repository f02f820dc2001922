import { toPrintfFixed } from '@basecase/analysis';
import type { NoiseAtlasEntry, NoiseAtlasList } from '@basecase/db/types';
import { clientsText, countText, groupDigits, serverClass, shortWorkloadLabel } from '../text/words';
import { assumedNoiseText, CALIBRATE } from '../verdict/calibration-words';
import { type NoiseState, noiseHref, noiseUrl } from './noise-state';

/** `8%` from 10% on, `4.3%` below: more digits would say more than is known. */
export function percentText(part: number): string {
  return `${toPrintfFixed(part * 100, part >= 0.0995 ? 0 : 1)}%`;
}

export function atlasRows(entries: readonly NoiseAtlasEntry[]) {
  return entries.map((entry) => {
    const { server, workload, calibrated, pairs, refused, exclusions, medianSigma, smallestVisible, worst } =
      entry;
    const own = serverClass(server);
    return {
      href: noiseHref({ ...noiseUrl.defaults, server: server.slug, workload: workload.slug }),
      server: own,
      serverName: own === server.name ? '' : server.name,
      workload: shortWorkloadLabel(workload),
      details: [...workload.details.filter((each) => !/clients?$/.test(each)), clientsText(workload.clients)]
        .filter(Boolean)
        .join(', '),
      pairs: String(pairs),
      refused: exclusions > 0 ? `${refused}, ${exclusions} by hand` : String(refused),
      /** `2.3%`, or `not calibrated`. */
      sigma: calibrated ? percentText(medianSigma) : 'not calibrated',
      isCalibrated: calibrated,
      /** What is assumed instead: `four times the usual noise is assumed`; empty where the noise is known. */
      assumed: calibrated ? '' : assumedNoiseText(server.kind ?? null),
      visible: percentText(smallestVisible),
      worst: worst === null ? '' : `${testName(worst.test)} ${percentText(worst.smallestVisible)}`,
    };
  });
}

/** `point-query range=100`: a key as people read it. */
export function testName(key: string): string {
  return key.replace(/_(?=\w+=)/, ' ');
}

/** What can be seen in all that match, in a sentence. */
export function atlasSentence({
  total,
  calibrated,
  blind,
  limit,
}: Pick<NoiseAtlasList, 'total' | 'calibrated' | 'blind' | 'limit'>): { strong: string; rest: string } {
  const all = countText(total, 'workload on its server', 'workloads on their servers');
  if (calibrated === 0) {
    return { strong: 'Nothing is calibrated yet', rest: `: ${all} without a single A/A pair. ${CALIBRATE}` };
  }
  return {
    strong: `${groupDigits(calibrated)} of ${all} ${calibrated === 1 ? 'is' : 'are'} calibrated`,
    rest: `. On ${groupDigits(blind)} of them, one run cannot detect a change of ${percentText(limit).replace('.0', '')} in half of the tests or more.`,
  };
}

/** Where the pages before and after are. Before a page that is beyond the last one is the last one. */
export function atlasPages(list: NoiseAtlasList, state: NoiseState) {
  const { page, pages } = list;
  const hrefOf = (number: number) => noiseHref({ ...state, page: number });
  return {
    /** `Page 2 of 10`; empty when all is on one page, and beyond the last. */
    text: pages === 1 || page > pages ? '' : `Page ${groupDigits(page)} of ${groupDigits(pages)}`,
    previous: page > 1 ? hrefOf(Math.min(page - 1, pages)) : null,
    next: page < pages ? hrefOf(page + 1) : null,
  };
}

/** Empty-state text. */
export function emptyAtlas(
  { total }: Pick<NoiseAtlasList, 'total'>,
  { q }: Pick<NoiseState, 'q'>,
): 'nothing stored' | 'no match' | 'beyond the end' {
  if (total > 0) return 'beyond the end';
  return q ? 'no match' : 'nothing stored';
}
