import { insteadText } from '@basecase/ingest/model';
import type { AddressProblem } from '@basecase/views/url';
import './address-notes.css';

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
        {problems.map((problem) => (
          <li key={`${problem.parameter}=${problem.value}`}>
            <code>{problem.parameter}</code> {problem.message}{' '}
            <span className="mid">{insteadText(problem)}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
