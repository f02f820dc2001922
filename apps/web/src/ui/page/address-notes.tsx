import type { AddressProblem } from '@basecase/views/url';
import './address-notes.css';

/** Most names that are listed with a problem: a hint, not the whole list. */
const SHOWN = 8;

interface Props {
  problems: readonly AddressProblem[];
  /** The same view, with what was understood only; null where nothing is left to show. */
  href: string | null;
}

/** Parts of the address that the page ignored, so that the shown view is not mistaken for the linked one. */
export function AddressNotes({ problems, href }: Props) {
  if (problems.length === 0) return null;
  return (
    <aside className="address-notes anywhere" aria-label="Not understood in this address">
      <p>
        <strong>Parts of this URL match no data.</strong>
        {href === null ? null : (
          <>
            {' What is shown leaves it out. '}
            <a href={href}>Open what is shown</a>
          </>
        )}
      </p>
      <ul>
        {problems.map(({ parameter, value, message, known }) => (
          <li key={`${parameter}=${value}`}>
            <code>{parameter}</code> {message}
            {known.length > 0 ? <span className="mid"> There is: {listed(known)}.</span> : null}
          </li>
        ))}
      </ul>
    </aside>
  );
}

function listed(known: readonly string[]): string {
  const more = known.length > SHOWN ? ` and ${known.length - SHOWN} more` : '';
  return known.slice(0, SHOWN).join(', ') + more;
}
