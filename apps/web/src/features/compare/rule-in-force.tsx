import { formatRatio, RULE_VERSION } from '@basecase/analysis';
import type { View } from '@basecase/views/compare';
import { columnWarnings, verdictsOf } from '@basecase/views/compare';
import { methodHref } from '@basecase/views/url';

/** Says what the page judges by, and what is to be known before its judgement is believed. */
export function RuleInForce({ view }: { view: View }) {
  const verdicts = verdictsOf(view);
  if (!verdicts) {
    return (
      <p className="rule-in-force">
        Judged by the plain threshold {formatRatio(view.threshold)} / {formatRatio(1 / view.threshold)},
        ignoring noise (<a href={methodHref('verdicts')}>why that matters</a>).
      </p>
    );
  }
  const pairs = verdicts.columns[view.judged]?.pairs ?? 0;
  return (
    <p className="rule-in-force">
      Judged by noise{pairs > 0 ? `, from ${pairs} ${pairs === 1 ? 'pair' : 'pairs'} of runs` : ''} (
      <a href={methodHref('verdicts')}>the method</a>
      {verdicts.ruleVersion === RULE_VERSION ? '' : `, version ${verdicts.ruleVersion}`}).
      {columnWarnings(view, verdicts).map(({ text, topic, link }) => (
        <span key={topic}>
          {' '}
          {text} <a href={methodHref(topic)}>{link}</a>
        </span>
      ))}
    </p>
  );
}
