import { countText } from '../../text/count-text';
import { againstText } from './prepare-head';
import { isMostlyUnclear, type OverviewModel } from './prepare-overview';
import type { TestReading } from './read-test';
import { countOf, plain, type SentencePart, strong } from './sentence-parts';

/** A release that was run so often is what most of the noise comes from. */
const FEW_RUNS = 2;

type Model = Pick<OverviewModel, 'readings' | 'release'>;

/** With more than half of the table unclear that is what is said first. */
export function unclearParts(model: Model, levels: readonly TestReading[]): SentencePart[] {
  if (!isMostlyUnclear(model)) return [];
  const unclear = countOf(levels, 'unclear');
  const head = `${unclear} of ${countText(levels.length, 'test')} ${unclear === 1 ? 'is' : 'are'} unclear`;
  return [strong(head), plain(` against ${againstText(model)}${noiseText(model, levels)}. `)];
}

/** Why it is unclear, and what helps. */
function noiseText({ release }: Model, levels: readonly TestReading[]): string {
  const runs = Math.min(...levels.map(({ base }) => base?.runs ?? 1));
  if (release === null || runs > FEW_RUNS) return ': at this noise 5% cannot be told from none';
  const times = runs === 1 ? 'once' : 'twice';
  return `, which was run ${times}: at this noise 5% cannot be told from none, so run it again`;
}
