import type { CorrectionPreview } from '@basecase/db/types';
import { changeGroups } from '@basecase/views/corrections';

/** What a correction, or the undoing of one, would change: a count and sentences for each kind of thing. */
export function ChangesList({ preview }: { preview: CorrectionPreview }) {
  return (
    <ul className="changes">
      {changeGroups(preview).map(({ key, count, lines, rest }) => (
        <li key={key}>
          <b>{count}</b>
          <div>
            {lines.map((line) => (
              <p key={line.key}>
                {line.parts.map(({ text, href }) =>
                  href ? (
                    <a key={text} href={href}>
                      {text}
                    </a>
                  ) : (
                    text
                  ),
                )}
              </p>
            ))}
            {rest ? <p>{rest}</p> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
