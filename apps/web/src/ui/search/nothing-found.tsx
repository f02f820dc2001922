import type { NothingFound as Nothing } from '@basecase/views/search';

/** Nothing has every word: what may have been meant, and where was looked. */
export function NothingFound({
  q,
  nothing: { near, instead, fewer, lookedIn },
}: {
  q: string;
  nothing: Nothing;
}) {
  return (
    <div className="nothing-found">
      <p>
        <strong>Nothing has every word of “{q}”.</strong>
      </p>
      {near.map(({ word, near: name, note }) => (
        <p key={word} className="mid">
          {word} is not stored. {name === null ? 'Nothing is near it' : `Near it: ${name}`}
          {note === '' ? '' : ` (${note})`}.
        </p>
      ))}
      {instead ? (
        <p>
          Search for <a href={instead.href}>{instead.text}</a>
        </p>
      ) : null}
      {fewer.length > 0 ? (
        <p className="mid">
          Each word is stored, but nothing has them all. Without one of them:{' '}
          {fewer.map(({ text, href }, index) => (
            <span key={text}>
              {index > 0 ? ', ' : ''}
              <a href={href}>{text}</a>
            </span>
          ))}
          .
        </p>
      ) : null}
      <p className="mid">{lookedIn}</p>
    </div>
  );
}
