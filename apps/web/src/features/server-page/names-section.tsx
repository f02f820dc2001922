import type { ServerPage } from '@basecase/db/types';
import { serverMergeHref, serverNamesView } from '@basecase/views/server-page';
import { Section } from '../../ui/page/section';

interface Props {
  page: ServerPage;
  canEdit: boolean;
}

/** The names under which uploads come here, and the workloads that are put together: each can be taken out again. */
export function NamesSection({ page, canEdit }: Props) {
  const { names, workloads } = serverNamesView(page);
  return (
    <Section title="Also called" hint="uploads that carry one of these names come to this server" id="names">
      <ul className="list names">
        {names.map(({ slug, name, how, runs, takeOutHref }) => (
          <li key={slug}>
            <span>
              <span className="mono">{name}</span>
              <small>{how}</small>
            </span>
            <span className="dim">{runs}</span>
            <TakeOut href={canEdit ? takeOutHref : null} what={name} />
          </li>
        ))}
        {workloads.map(({ key, from, into, how, runs, takeOutHref }) => (
          <li key={key}>
            <span>
              {from} <span aria-hidden="true">→</span>
              <span className="sr-only">counts as</span> {into}
              <small>workloads merged {how}</small>
            </span>
            <span className="dim">{runs}</span>
            <TakeOut href={canEdit ? takeOutHref : null} what={from} />
          </li>
        ))}
      </ul>
      {canEdit ? (
        <form className="add-name" action={serverMergeHref(page.server.slug)}>
          <label htmlFor="another-name" className="sr-only">
            Another name, or another server
          </label>
          <input
            id="another-name"
            name="from"
            className="field"
            list="servers-to-merge"
            placeholder={`another name, e.g. ${page.server.name}-old`}
            maxLength={100}
            required
            autoComplete="off"
          />
          <datalist id="servers-to-merge">
            {page.others.map(({ slug, name }) => (
              <option key={slug} value={name} />
            ))}
          </datalist>
          <button type="submit" className="button">
            Add …
          </button>
        </form>
      ) : null}
    </Section>
  );
}

function TakeOut({ href, what }: { href: string | null; what: string }) {
  if (href === null) return null;
  return (
    <a className="button small" href={href} aria-label={`Take out ${what}`}>
      Take out …
    </a>
  );
}
