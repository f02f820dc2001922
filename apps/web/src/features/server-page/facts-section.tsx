import type { ServerPage } from '@basecase/db/types';
import { type FactRow, factRows, KIND_DECIDES } from '@basecase/views/server-page';
import { Section } from '../../ui/page/section';
import { FactsForm, KindSwitch } from './facts-form';

interface Props {
  page: ServerPage;
  canEdit: boolean;
}

/** Facts about a server, each with its source. */
export function FactsSection({ page, canEdit }: Props) {
  return (
    <Section
      title="Facts"
      hint="what was read is never overwritten; what people say stands before it"
      id="facts"
    >
      <table className="data-table server-facts">
        <caption className="sr-only">Facts with their sources</caption>
        <tbody>
          {factRows(page).map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              <td>
                {row.key === 'kind' && canEdit ? (
                  <KindSwitch server={page.server.slug} kind={page.server.kind ?? null} seen={page.seen} />
                ) : (
                  <FactText row={row} />
                )}
                {row.key === 'kind' ? <small className="kind-decides mid">{KIND_DECIDES}</small> : null}
              </td>
              <td className="dim">
                {row.source}
                {row.others ? <span className="read-too">{row.others}</span> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {canEdit ? <FactsForm page={page} /> : null}
    </Section>
  );
}

function FactText({ row: { text, href } }: { row: FactRow }) {
  if (text === null) return <span className="dim">not known</span>;
  return href === null ? text : <a href={href}>{text}</a>;
}
