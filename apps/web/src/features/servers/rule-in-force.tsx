import type { ServersSelection } from '@basecase/views/servers';
import { ruleSentences } from '@basecase/views/servers';
import { methodHref } from '@basecase/views/url';

/** Says what the page judges by. */
export function RuleInForce({ selection }: { selection: ServersSelection }) {
  return (
    <p className="rule-in-force" id="rule-in-force">
      {ruleSentences(selection).map(({ text, topic, link }) => (
        <span key={text}>
          {text} <a href={methodHref(topic)}>{link}</a>{' '}
        </span>
      ))}
    </p>
  );
}
