import type { RegressionPage } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { timeText } from '@basecase/views/text';
import { Section } from '../../../ui/page/section';

/** Where the numbers came from, and by which rule they were judged. */
export function Sources({ page }: { page: RegressionPage }) {
  return (
    <Section title="Sources">
      <ul className="list">
        <li>
          <span>
            <a href={page.comparePath}>The cell on the compare page</a>
            <small>with its formula, inputs and log lines</small>
          </span>
        </li>
        {page.sources.map(({ upload, runs, parserVersion }) => (
          <li key={upload.id}>
            <span>
              <a className="mono" href={`/uploads/${upload.id}`}>
                {upload.filename}
              </a>
              <small>
                {upload.origin}
                {parserVersion === null ? '' : `, read by parser version ${parserVersion}`}
              </small>
              {runs.map(({ id, label, version }) => (
                <small key={id}>
                  {label === version ? null : `${versionLabel(version)}: `}
                  <a className="mono" href={`/runs/${id}`}>
                    {label}
                  </a>
                </small>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <p className="inset dim judged">
        Judged on <time dateTime={page.evaluatedAt}>{timeText(page.evaluatedAt)}</time> by{' '}
        <a href="/method">rule version {page.ruleVersion}</a>.
      </p>
    </Section>
  );
}
