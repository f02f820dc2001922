import type { MergeableWorkload, ServerPage } from '@basecase/db/types';
import {
  type ChangeRow,
  countHeatmaps,
  type FactRow,
  factChangeRows,
  factRows,
  KIND_DECIDES,
  measuredGroups,
  mergeableGroups,
  serverHead,
  serverMergeHref,
  serverNamesView,
  workloadMergeHref,
} from '@basecase/views/server-page';
import { countText, sharedNameText } from '@basecase/views/text';
import { undoFact } from '../../server/actions/servers';
import { RowAction } from '../../ui/form/row-action';
import { MetaLine } from '../../ui/page/head-lines';
import { Section } from '../../ui/page/section';
import { ColumnTable } from '../../ui/table/column-table';
import { FactsForm, KindSwitch } from './facts-form';

interface Props {
  page: ServerPage;
  mergeable: readonly MergeableWorkload[];
  /** Visitors who can upload can edit the facts of a server. */
  canEdit: boolean;
}

/** Everything about one server. */
export function ServerScreen({ page, mergeable, canEdit }: Props) {
  const { title, cores, slug, meta } = serverHead(page);
  const shared = sharedNameText(page.server);
  return (
    <main id="main" className="page server-page">
      <div className="page-head">
        <div>
          <h1>
            {title} {cores ? <span className="dim">{cores}</span> : null}{' '}
            {slug === page.server.name ? null : <span className="dim mono slug">{slug}</span>}
          </h1>
          <MetaLine parts={meta} />
          {shared === '' ? null : <p className="note">{shared}</p>}
        </div>
        {canEdit ? (
          <div className="actions">
            <a className="button" href="#change-facts">
              Change facts …
            </a>
            <a className="button" href={serverMergeHref(slug)}>
              Merge …
            </a>
          </div>
        ) : null}
      </div>
      <div className="cols server">
        <div className="stack">
          <FactsSection page={page} canEdit={canEdit} />
          <NamesSection page={page} canEdit={canEdit} />
        </div>
        <div className="stack">
          <MeasuredSection page={page} mergeable={canEdit ? mergeable : []} />
        </div>
      </div>
      <ChangesSection page={page} canEdit={canEdit} />
    </main>
  );
}

interface MeasuredSectionProps {
  page: ServerPage;
  /** Empty for visitors without the right to merge. */
  mergeable: readonly MergeableWorkload[];
}

/** What was measured on a server, with links to the heatmaps and to the open records. */
function MeasuredSection({ page, mergeable }: MeasuredSectionProps) {
  const suites = mergeableGroups(mergeable);
  const groups = measuredGroups(page);
  return (
    <Section
      title="Measured here"
      hint={groups.length > 0 ? countText(countHeatmaps(page), 'heatmap') : null}
      id="measured"
    >
      {groups.length === 0 ? (
        <p className="inset mid">
          No run carries this name. <a href="/upload">Upload results</a> and choose this server.
        </p>
      ) : (
        groups.map(({ product, rows }) => (
          <div key={product} className="measured-product">
            <h3>{product}</h3>
            <ul className="list">
              {rows.map((row) => (
                <li key={row.key}>
                  <span>
                    <a href={row.href}>{row.workload}</a> <span className="dim">{row.details}</span>
                    <small>
                      {row.versions}; {countText(row.runs, 'run')}, {countText(row.tests, 'test')}, newest{' '}
                      {row.latest}
                    </small>
                  </span>
                  <a href={row.recordsHref} className="counts nowrap">
                    {row.records.map(({ text, isWorse, isPossible }) => (
                      <span key={text} className={isPossible ? 'mid' : isWorse ? 'bad' : 'good'}>
                        {isPossible ? null : <span aria-hidden="true">{isWorse ? '▾ ' : '▴ '}</span>}
                        {text}
                      </span>
                    ))}
                    {row.records.length === 0 ? <span className="dim">no open records</span> : null}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))
      )}
      {suites.length > 0 ? (
        <p className="inset mid merge-hint">
          Workloads are shown apart where what was read of them differs.{' '}
          <a href={workloadMergeHref(page.server.slug)}>Merge those that are one suite …</a>
        </p>
      ) : null}
    </Section>
  );
}

interface NamesSectionProps {
  page: ServerPage;
  canEdit: boolean;
}

/** The names under which uploads come here, and the workloads that are put together: each can be taken out again. */
function NamesSection({ page, canEdit }: NamesSectionProps) {
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

interface ChangesSectionProps {
  page: ServerPage;
  canEdit: boolean;
}

/** Who said what of a server, the newest first; the last change of a fact can be undone. */
function ChangesSection({ page, canEdit }: ChangesSectionProps) {
  const rows = factChangeRows(page.changes);
  if (rows.length === 0) return null;
  return (
    <Section title="History" hint="newest first; nothing is lost" id="history" className="server-history">
      <ColumnTable
        label="Changes"
        className="data-table cards changes"
        rows={rows}
        columns={[
          { head: 'When', text: 'when' },
          { head: 'Who', text: 'by' },
          { head: 'What', cell: (row) => <Change row={row} /> },
          {
            head: <span className="sr-only">Undo</span>,
            className: 'num',
            cell: ({ id, label, when, canUndo }) =>
              canEdit && canUndo ? (
                <RowAction
                  id={id}
                  action={undoFact}
                  label="Undo"
                  spokenLabel={`Undo: ${label}, ${when}`}
                  className="button small"
                >
                  <input type="hidden" name="server" value={page.server.slug} />
                </RowAction>
              ) : null,
          },
        ]}
      />
    </Section>
  );
}

function Change({ row: { label, before, after, note } }: { row: ChangeRow }) {
  return (
    <>
      {label} {before === null ? <span className="dim">not known</span> : <del>{before}</del>}
      <span aria-hidden="true"> → </span>
      <span className="sr-only"> becomes </span>
      {after ?? <span className="dim">not known</span>}
      {note ? <span className="dim">, {note}</span> : null}
    </>
  );
}

interface FactsSectionProps {
  page: ServerPage;
  canEdit: boolean;
}

/** Facts about a server, each with its source. */
function FactsSection({ page, canEdit }: FactsSectionProps) {
  return (
    <Section title="Facts" hint="values you enter override values read from logs; both are kept" id="facts">
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
                {row.others ? <div>{row.others}</div> : null}
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
