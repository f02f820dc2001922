import {
  type CertaintyFacts,
  type CertaintyReason,
  certaintyLevel,
  certaintyOf,
  certaintyReason,
  factorText,
  LARGE_UNCONFIRMED,
  noiseText,
  partText,
  type Verdict,
} from '@basecase/analysis';
import { timeText } from '../text/words';
import type { LinkChart } from './link-chart';

/** How sure a card is: the level with its figure and one reason. */
export interface LinkCertainty {
  /** Filled bars of three. */
  bars: 0 | 1 | 2 | 3;
  /** `Sure`, `Likely: large, unconfirmed`. */
  word: string;
  /** `−19% against a run-to-run noise of ±3.2%; all 5 later versions show it too` */
  text: string;
  /** `noise is ±3.2%`: for a picture; empty where it is not known. */
  noise: string;
}

/**
 * The head of a link for readers who do not know the product: page, picture and description show the same. What a frozen
 * view does not know is empty, or null.
 */
export interface LinkCard {
  /** `Comparison`, `MySQL`, `insert`: where in the product this is. */
  crumbs: string[];
  sentence: string;
  /** A second sentence; empty without one. */
  more: string;
  certainty: LinkCertainty | null;
  chart: LinkChart | null;
  facts: {
    what: string;
    where: string;
    why: string;
    /** Owner and date; left out where the frozen state names them. */
    who?: string;
  };
}

/** A server without sign-in calls all of its visitors so. */
const LOCAL = 'local';

/** When and by whom a view was frozen. */
export interface FrozenFacts {
  /** ISO 8601. */
  createdAt: string;
  /** Null for links older than this field, and without sign-in. */
  author?: string | null;
}

/** `Frozen 27 Nov 2026, 18:03 UTC by mk: this page keeps these numbers.` */
export function frozenText({ createdAt, author = null }: FrozenFacts): string {
  return `Frozen ${timeText(createdAt)}${author && author !== LOCAL ? ` by ${author}` : ''}: this page keeps these numbers.`;
}

/** The level with figure and reason; large unconfirmed changes are marked. */
export function linkCertainty(facts: CertaintyFacts, isLarge = false): LinkCertainty {
  const { certainty, figure, reason }: CertaintyReason = certaintyReason(facts);
  const { bars, short } = certaintyLevel(certainty);
  return {
    bars,
    word: isLarge ? `${short}: ${LARGE_UNCONFIRMED}` : short,
    text: [figure, reason].filter(Boolean).join('; '),
    noise: facts.band == null ? '' : `noise is ${noiseText(facts.band)}`,
  };
}

/** What a sentence on two versions says. */
export interface ComparedVersions {
  verdict: Verdict;
  /** ln of how much better it is than the base; null without a ratio. */
  x: number | null;
  /** `MySQL 9.4.0`. */
  own: string;
  /** `5.7.44`, with the product where it is another one. */
  base: string;
  /** `inserts per second`; null where the unit counts nothing. */
  noun: string | null;
  /** Names the test where the noun does not count; empty for several tests. */
  test: string;
  /** `on this 8-core machine`. */
  where: string;
}

/** `MySQL 9.4.0 handles 32% fewer inserts per second than 5.7.44 on this 8-core machine.` */
export function comparedSentence(compared: ComparedVersions): string {
  const { verdict, x, own, base, noun, test, where } = compared;
  const inTest = test === '' ? '' : ` in ${test}`;
  if (verdict === 'stopped working') return `${test || 'The test'} stopped working in ${own} ${where}.`;
  const certainty = certaintyOf(verdict);
  if (x === null || certainty === null) return `${own} was not compared with ${base}${inTest} ${where}.`;
  const likely = certainty === 'likely' ? 'likely ' : '';
  if (certainty === 'noise') {
    if (verdict !== 'no change') return `${own} and ${base} can't be distinguished${inTest} ${where}.`;
    return noun === null
      ? `${own} is as fast as ${base}${inTest} ${where}.`
      : `${own} handles as many ${noun} as ${base} ${where}.`;
  }
  const size = partText(Math.expm1(x));
  if (noun === null)
    return `${own} is ${likely}${size} ${x < 0 ? 'slower' : 'faster'} than ${base}${inTest} ${where}.`;
  const factor = factorText(x);
  if (factor !== null) {
    return `${own} ${likely}handles ${factor} times as many ${noun} as ${base} ${where}.`;
  }
  return `${own} ${likely}handles ${size} ${x < 0 ? 'fewer' : 'more'} ${noun} than ${base} ${where}.`;
}

/** `on this 8-core machine`; by its name where the number of cores is not known. */
export function machineWords({ name, cores }: { name: string; cores: number | null }): string {
  return cores === null ? `on ${name}` : `on this ${cores}-core machine`;
}

/** `pn53, 8 cores, dedicated` */
export function whereText(
  { name, cores }: { name: string; cores: number | null },
  kind?: string | null,
): string {
  return [
    name,
    cores === null ? '' : `${cores} ${cores === 1 ? 'core' : 'cores'}`,
    kind && kind !== 'unknown' ? kind : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** Title and description of a link, for the window, search and social cards: the words of its card. */
export function linkMeta({ sentence, more, certainty, facts }: LinkCard): {
  title: string;
  description: string;
} {
  const sure = certainty ? `${certainty.word}: ${certainty.text}.` : '';
  return {
    title: sentence.replace(/\.$/, ''),
    description: [more, sure].filter(Boolean).join(' ') || facts.what,
  };
}
