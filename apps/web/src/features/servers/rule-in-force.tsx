import { methodHref } from '../../lib/method-href';
import { ruleSentences } from './prepare-rule';
import type { View } from './view';

/** Says what the page judges by. */
export function RuleInForce({ view }: { view: View }) {
  return (
    <p className="rule-in-force" id="rule-in-force">
      {ruleSentences(view).map(({ text, topic, link }) => (
        <span key={text}>
          {text} <a href={methodHref(topic)}>{link}</a>{' '}
        </span>
      ))}
    </p>
  );
}
