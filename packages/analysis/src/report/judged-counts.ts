import { isSure, type Verdict, verdictDirection } from '../verdicts/verdict';

/**
 * What verdicts say of some tests, in a sentence: `2 of 7 tests are slower, 1 possibly; 1 is faster; 3 are unclear.`
 * Tests without a verdict do not count.
 */
export function judgedCounts(verdicts: readonly Verdict[]): string {
  const known = verdicts.filter((verdict) => verdict !== 'missing');
  const [only] = known;
  if (only === undefined) return 'Nothing to judge.';
  if (known.length === 1) return `Verdict: ${only}.`;
  const unclear = known.filter((verdict) => verdict === 'unclear').length;
  const parts = [
    ...changedPart(known, 'slower'),
    ...changedPart(known, 'faster'),
    ...(unclear > 0 ? [{ count: unclear, text: 'unclear' }] : []),
  ];
  if (parts.length === 0) return `None of ${known.length} tests changed.`;
  const texts = parts.map(({ count, text }, index) => {
    const of = index === 0 ? ` of ${known.length} tests` : '';
    return `${count}${of} ${count === 1 ? 'is' : 'are'} ${text}`;
  });
  return `${texts.join('; ')}.`;
}

/** `slower, 1 possibly`, or `possibly slower` where none is sure. */
function changedPart(verdicts: readonly Verdict[], word: 'slower' | 'faster') {
  const own = verdicts.filter((verdict) => verdictDirection(verdict) === word);
  const sure = own.filter(isSure).length;
  const possible = own.length - sure;
  if (sure > 0) return [{ count: sure, text: possible > 0 ? `${word}, ${possible} possibly` : word }];
  return possible > 0 ? [{ count: possible, text: `possibly ${word}` }] : [];
}
