import type { PlacedCut } from './held-cuts';
import { type StretchSums, stretchSums } from './level-cuts';
import type { SeriesNoise } from './series-noise';
import { SERIES_RULE } from './series-rule';
import { settledNoise, settledSize } from './settled-noise';

export interface DipQuestion {
  /** Places of the first bad nights that are fixed. */
  held: readonly number[];
  /** ln of the nights in which levels are looked for. */
  cut: readonly number[];
  noise: SeriesNoise;
}

/**
 * Keeps a change that was sure, and is over (docs/method.md §10.7). A few nights at another level look like nights that
 * resemble each other: then two cuts cost more than they save, and both would be dropped. A sure change is not
 * withdrawn by that: it keeps its night, and a second cut is where the nights went back, when both levels still
 * exceed the noise around them.
 */
export function keepDips(cuts: readonly PlacedCut[], question: DipQuestion): PlacedCut[] {
  const kept = [...cuts];
  const sums = stretchSums(question.cut, question.noise.sigma);
  for (const held of question.held) {
    if (kept.some(({ at }) => Math.abs(at - held) <= SERIES_RULE.heldReach)) continue;
    const index = kept.filter(({ at }) => at < held).length;
    const start = kept[index - 1]?.at ?? 0;
    const end = kept[index]?.at ?? sums.count;
    if (held - start < SERIES_RULE.leastNights) continue;
    const back = placeBack(sums, { start, held, end });
    if (back === null) continue;
    const dip: PlacedCut[] = [
      { at: held, found: held, isHeld: true, isDip: true },
      { at: back, found: back, isHeld: false },
    ];
    const all = kept.toSpliced(index, 0, ...dip);
    if (exceedsNoise(sums, { cut: question.cut, noise: question.noise, cuts: all, start, held, back }))
      kept.splice(index, 0, ...dip);
  }
  return kept;
}

interface DipPlace {
  start: number;
  held: number;
  end: number;
}

/** Best estimate of the night that returned to the previous level; null if none did. */
function placeBack(sums: StretchSums, { start, held, end }: DipPlace): number | null {
  const before = sums.mean(start, held);
  let [best, least] = [null as number | null, sums.cost(held, end)];
  for (let back = held + SERIES_RULE.leastNights; back <= end - SERIES_RULE.leastNights; back++) {
    const cost = sums.cost(held, back) + sums.cost(back, end);
    const change = sums.mean(held, back) - before;
    const left = sums.mean(back, end) - before;
    const isBack = left / change <= 1 - SERIES_RULE.undone;
    if (cost >= least || Math.abs(change) < SERIES_RULE.heldLeastStep || !isBack) continue;
    [best, least] = [back, cost];
  }
  return best;
}

interface DipCuts extends Pick<DipQuestion, 'cut' | 'noise'> {
  /** With those of the dip. */
  cuts: PlacedCut[];
  start: number;
  held: number;
  back: number;
}

function exceedsNoise(sums: StretchSums, { cuts, cut, noise, start, held, back }: DipCuts): boolean {
  const around = settledNoise({ cut, cuts, end: cut.length, sums, noise });
  const step = sums.mean(held, back) - sums.mean(start, held);
  return settledSize(around, { step, before: held - start, after: back - held }) >= SERIES_RULE.keptSize;
}
