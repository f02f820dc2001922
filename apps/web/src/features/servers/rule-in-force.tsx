import type { View } from '@basecase/views/servers';
import { ruleSentences } from '@basecase/views/servers';
import { methodHref } from '@basecase/views/url';

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
