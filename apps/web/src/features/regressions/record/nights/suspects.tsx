import type { RegressionNights } from '@basecase/db/types';
import { prepareSuspects } from '@basecase/views/regressions';
import { safeHref } from '../../../../ui/markdown/safe-href';
import { CopyButton } from '../../../../ui/page/copy-button';
import { Section } from '../../../../ui/page/section';

/** The commits that a change may come from, as git takes them and as a page. */
export function Suspects({ nights }: { nights: RegressionNights }) {
  const { range, copyText, href, lastGood, firstBad, note } = prepareSuspects(nights);
  const page = href === null ? null : safeHref(href);
  return (
    <Section title="Suspects" hint="commits after the last good build">
      <div className="inset suspects">
        {range === null ? null : (
          <p className="range">
            <code>{range}</code> <CopyButton text={copyText ?? range} label="Copy range" />
          </p>
        )}
        {page === null ? null : (
          <p>
            <a href={page} rel="noopener noreferrer">
              The commits between them
            </a>
          </p>
        )}
        <dl className="form facts">
          <dt>Last good</dt>
          <dd>
            <Build {...lastGood} />
          </dd>
          <dt>First bad</dt>
          <dd>
            <Build {...firstBad} />
          </dd>
        </dl>
        {note ? <p className="mid">{note}</p> : null}
      </div>
    </Section>
  );
}

function Build({ label, href }: { label: string; href: string | null }) {
  const page = href === null ? null : safeHref(href);
  if (page === null) return label;
  return (
    <a href={page} rel="noopener noreferrer">
      {label}
    </a>
  );
}
