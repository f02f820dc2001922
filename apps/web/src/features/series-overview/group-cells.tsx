import type { GroupSummary } from '@basecase/views/series';

/** What sums up a group, over all columns: how many are slower and faster, and what they have in common. */
export function GroupCells({ summary, span }: { summary: GroupSummary; span: number }) {
  const { slower, faster, text, link } = summary;
  return (
    <td className="group-says" colSpan={span}>
      {slower === '' ? null : <span className="bad arrow dn">{slower}</span>}
      {faster === '' ? null : <span className="good arrow up">{faster}</span>}
      {text === '' ? null : (
        <span className="dim">
          {text}
          {link ? (
            <>
              {' '}
              <a href={link.href}>{link.text}</a>
            </>
          ) : null}
        </span>
      )}
    </td>
  );
}
