import type { ArtifactModel } from '@basecase/views/artifact';
import { ScrollToLine } from './scroll-to-line';

/** A stored file as text with line numbers. */
export function ArtifactScreen({ model, line }: { model: ArtifactModel; line: number | null }) {
  return (
    <main id="main" className="artifact">
      <div className="head">
        <div>
          <h1>{model.name}</h1>
          <p className="meta anywhere">
            <span className="mono">{model.path}</span>
            {model.meta.map((part) => (
              <span key={part}>
                <span className="separator">/</span>
                {part}
              </span>
            ))}
            <span className="separator">/</span>
            of upload <a href={model.uploadHref}>{model.uploadName}</a>
          </p>
        </div>
        {model.rawHref === null ? null : (
          <div className="actions">
            <a className="button" href={model.rawHref}>
              Raw file
            </a>
          </div>
        )}
      </div>
      {model.pictureHref ? (
        <iframe className="picture" sandbox="" src={model.pictureHref} title={`Image of ${model.name}`} />
      ) : null}
      <Pages model={model} />
      {model.problem ? (
        <p className="empty">{model.problem}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <section className="log whole" tabIndex={0} aria-label={`Lines of ${model.name}`}>
          {model.rows.map(({ number, text, cut, hit }) => (
            <div key={number} id={`L${number}`} className={hit ? 'hit' : undefined}>
              <i>{number}</i>
              {text}
              {cut ? <span className="dim"> … (truncated; the raw file has the rest)</span> : null}
            </div>
          ))}
        </section>
      )}
      <Pages model={model} />
      {line === null ? null : <ScrollToLine id={`L${line}`} />}
    </main>
  );
}

function Pages({ model }: { model: ArtifactModel }) {
  if (!model.previous && !model.next) return null;
  return (
    <nav className="pages" aria-label="Pages of the file">
      {model.previous ? (
        <a className="button" href={model.previous}>
          ‹ Previous lines
        </a>
      ) : null}
      <span className="mid">{model.range}</span>
      {model.next ? (
        <a className="button" href={model.next}>
          Next lines ›
        </a>
      ) : null}
    </nav>
  );
}
