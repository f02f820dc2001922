import type { LogExcerpt } from '@basecase/db/types';

/** Lines of a log as they are stored, those that were read marked; or why they are not there. */
export function LogLines({ excerpt }: { excerpt: LogExcerpt }) {
  return (
    <>
      <p className="mono dim file">{excerpt.file}</p>
      {excerpt.place ? <Place place={excerpt.place} /> : null}
      {excerpt.removed ? <p className="mid">{excerpt.removed}</p> : <Lines excerpt={excerpt} />}
    </>
  );
}

/** Which value of the JSON it is; on a line that holds many, with those around it. */
function Place({ place }: { place: NonNullable<LogExcerpt['place']> }) {
  if ('unknown' in place) return <p className="mid">Its JSON Pointer is not known: {place.unknown}.</p>;
  const { pointer, text, around } = place;
  return (
    <>
      <p className="file">
        JSON Pointer <span className="mono">{pointer}</span>
        {text > 1 ? `, in JSON text ${text} of the file` : null}
      </p>
      {around ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <section className="log" tabIndex={0} aria-label={`Values around ${pointer}`}>
          {around.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one answer stay where they are.
            <div key={index} className={line.hit ? 'hit' : undefined}>
              {line.text}
            </div>
          ))}
        </section>
      ) : null}
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
