import type { ServersSelection } from '@basecase/views/servers';
import { ruleSentences } from '@basecase/views/servers';
import { methodHref } from '@basecase/views/url';
import { HowToCalibrate } from '../../ui/page/how-to-calibrate';

/** Says what the page judges by, and what would make its judgement surer. */
export function RuleInForce({ selection }: { selection: ServersSelection }) {
  const sentences = ruleSentences(selection);
  return (
    <>
      <p className="rule-in-force" id="rule-in-force">
        {sentences.map(({ text, topic, link }) => (
          <span key={text}>
            {text} <a href={methodHref(topic)}>{link}</a>{' '}
          </span>
        ))}
      </p>
      {sentences.some(({ calibrate }) => calibrate) ? <HowToCalibrate /> : null}
    </>
  );
}
