import { roundHalfEven } from '@basecase/ingest/model';
import { partText } from '../../certainty/certainty-reason';
import { formatFixed } from '../../format/format';
import type { ChangeExplanation, Price, Reason } from './explain-change';
import { COST_WORDS } from './explanation-words';

const ALL_OF_IT = 0.95;
/** |ln| of CPU use that is worth a sentence. */
const CPU_USE_MOVE = 0.05;

/** Last sentence of an explanation that names shares; under a list of explanations it is printed once. */
export const SHARES_OVERLAP = 'Causes overlap, so shares can add up to more than 100%.';

/** An explanation in words, as docs/method.md §5.2 has them: what would be enough, never what was the cause. */
export function explanationSentence(explanation: ChangeExplanation): string {
  const { x, verdict, reasons, prices } = explanation;
  if (verdict === 'nothing to explain') return 'Within 3%: nothing to explain.';
  const head = `${partText(Math.expm1(x))} ${x < 0 ? 'slower' : 'faster'}`;
  if (verdict === 'no metrics') return `${head}; no hardware metrics were uploaded for this test.`;
  const price = priceSentence(prices, x);
  if (verdict === 'unexplained') {
    const none =
      'unexplained: none of CPU, context switches, reads or writes per operation changed enough in that direction.';
    return `${head}; ${none}${waitSentence(explanation)}${price}`;
  }
  const partly = verdict === 'explained' ? '' : 'partly explained: ';
  const list = reasons.map(reasonText).join(', ');
  return `${head}; ${partly}${list}. ${SHARES_OVERLAP}${price}`;
}

function reasonText(reason: Reason): string {
  const { share } = reason;
  const part = share >= ALL_OF_IT ? 'all of it' : `about ${5 * roundHalfEven(20 * share)}%`;
  return `${moveText(reason, 2)} (accounts for ${part})`;
}

/** `CPU per operation 1.33x`; where one side is as good as none its ratio would say nothing. */
function moveText({ metric, ratio, almostNone }: Price, decimals: number): string {
  const cost = `${COST_WORDS[metric]} per operation`;
  if (almostNone === 'before') return `${cost}, almost none before`;
  return almostNone === 'now' ? `almost no ${cost}` : `${cost} ${times(ratio, decimals)}`;
}

function priceSentence(prices: readonly Price[], x: number): string {
  if (prices.length === 0) return '';
  const list = prices.map((price) => moveText(price, 1)).join(', ');
  return ` ${x > 0 ? 'At the price of' : 'Although it now needs'} ${list}.`;
}

function waitSentence({ cpuUse }: ChangeExplanation): string {
  if (cpuUse === null || Math.abs(Math.log(cpuUse)) < CPU_USE_MOVE) return '';
  const [moved, waits] = cpuUse < 1 ? ['fell', 'more'] : ['rose', 'less'];
  return ` CPU use ${moved} ${partText(cpuUse - 1)}, so it waits ${waits} on something that these metrics do not show.`;
}

function times(ratio: number, decimals: number): string {
  return ratio === Number.POSITIVE_INFINITY ? 'infx' : `${formatFixed(ratio, decimals)}x`;
}
