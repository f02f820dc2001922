import type { RegressionPage } from '@basecase/db/types';
import { fixText, STATE_LABELS } from '@basecase/views/regressions';
import { safeHref } from '../../../ui/markdown/safe-href';
import { Section } from '../../../ui/page/section';

/** The triage for read-only visitors. */
export function Triage({ page }: { page: RegressionPage }) {
  const { state, owner, bugUrl, fix } = page;
  const href = bugUrl === null ? null : safeHref(bugUrl);
  return (
    <Section title="Triage" aside={<span className="pill push">{STATE_LABELS[state]}</span>}>
      <dl className="inset form facts">
        <dt>Owner</dt>
        <dd>{owner ?? 'nobody'}</dd>
        <dt>Reported at</dt>
        <dd>{href === null ? (bugUrl ?? 'not reported') : <a href={href}>{bugUrl}</a>}</dd>
        <dt>Fix</dt>
        <dd>{fixText(fix) || 'not fixed'}</dd>
      </dl>
      <p className="inset dim judged">
        To change this, <a href="/tokens">sign in with a token</a>.
      </p>
    </Section>
  );
}
