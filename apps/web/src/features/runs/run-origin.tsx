import type { RunPage } from '@basecase/db/types';
import { countText, timeText } from '@basecase/views/text';
import { CopyButton } from '../../ui/page/copy-button';
import { Section } from '../../ui/page/section';

export function Config({ run }: { run: RunPage }) {
  if (run.configText === null) return null;
  return (
    <Section title={<>Config {run.config}</>} id="config">
      <div className="inset">
        <details className="config-text">
          <summary>{countText(run.configText.trimEnd().split('\n').length, 'line')}</summary>
          <pre>{run.configText}</pre>
        </details>
        <CopyButton text={run.configText} label="Copy it" />
      </div>
    </Section>
  );
}

export function Origin({ run: { upload, siblings } }: { run: RunPage }) {
  return (
    <Section title="Where it came from" id="origin">
      <dl className="form inset facts">
        <dt>Upload</dt>
        <dd>
          <a className="mono" href={`/uploads/${upload.id}`}>
            {upload.filename}
          </a>
          , {timeText(upload.createdAt)}
        </dd>
        {upload.isOutdated ? (
          <>
            <dt>Parsers</dt>
            <dd>
              older than the current ones: reading the upload again can change product, version, config and
              repeats. <a href={`/uploads/${upload.id}`}>Read the upload again</a>
            </dd>
          </>
        ) : null}
        <dt>Origin</dt>
        <dd>{upload.origin}</dd>
        {siblings.length > 0 ? (
          <>
            <dt>Similar runs</dt>
            <dd>
              <ul className="inline">
                {siblings.map(({ id, at }) => (
                  <li key={id}>
                    <a href={`/runs/${id}`}>{timeText(at)}</a>
                  </li>
                ))}
              </ul>
            </dd>
          </>
        ) : null}
      </dl>
    </Section>
  );
}
