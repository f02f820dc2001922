import type { LogExcerpt } from '@basecase/db/types';

/** Lines of a log as they are stored, those that were read marked; or why they are not there. */
export function LogLines({ excerpt }: { excerpt: LogExcerpt }) {
  return (
    <>
      <p className="mono dim file">{excerpt.file}</p>
      {excerpt.removed ? <p className="mid">{excerpt.removed}</p> : <Lines excerpt={excerpt} />}
    </>
  );
}

function Lines({ excerpt }: { excerpt: LogExcerpt }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <section className="log" tabIndex={0} aria-label={`Lines of ${excerpt.file}`}>
        {excerpt.lines.map(({ number, text, hit }) => (
          <div key={number} className={hit ? 'hit' : undefined}>
            <i>{number}</i>
            {text}
          </div>
        ))}
      </section>
    </>
  );
}
