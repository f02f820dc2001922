import type { ConfigLinesView, LineDecisionEntry, LinesPreview } from '@basecase/db/types';
import { judgedAgainText, type LineRow, linePreviewText, lineRows, pendingText } from '@basecase/views/lines';
import { countText, timeText } from '@basecase/views/text';
import { applyLines, decideLine, undoLine } from '../../server/actions/lines';
import { RowAction } from '../../ui/form/row-action';
import { Section } from '../../ui/page/section';
import { ColumnTable } from '../../ui/table/column-table';

interface Props {
  view: ConfigLinesView;
  /** Moves in heatmaps that were judged before there were lines. */
  previews: readonly LinesPreview[];
  canDecide: boolean;
}

/** Configs that continue each other: what was joined and why, what a person can join, and the decisions. */
export function LinesScreen({ view, previews, canDecide }: Props) {
  const rows = lineRows(view);
  const again = judgedAgainText(rows);
  return (
    <main id="main">
      <div className="head tokens-head">
        <div>
          <h1>Config lines</h1>
          <p className="meta">
            Versions are compared along successive configs. A decision counts for the configs of a product on
            every server and workload.
          </p>
        </div>
      </div>
      <div className="page stack">
        {view.pending > 0 ? <Pending count={view.pending} previews={previews} canDecide={canDecide} /> : null}
        {again === null ? null : (
          <p className="note" role="status">
            {again} <a href="/lines">Look again</a>
          </p>
        )}
        <Section title="Joined and proposed" id="lines">
          <LinesTable rows={rows} isPending={view.pending > 0} canDecide={canDecide} />
        </Section>
        <Section title="Decisions" hint="those that were undone stay in the list" id="history">
          <DecisionTable decisions={view.decisions} canDecide={canDecide} />
        </Section>
      </div>
    </main>
  );
}

function Pending({ count, previews, canDecide }: Pick<Props, 'previews' | 'canDecide'> & { count: number }) {
  const moved = previews.reduce((sum, { records }) => sum + records.length, 0);
  return (
    <Section
      title={pendingText(count)}
      hint={`joining moves ${countText(moved, 'record')} in ${previews.length} of them; records keep their history, and nothing is announced`}
      id="pending"
      aside={
        canDecide ? (
          <RowAction
            id="all"
            action={applyLines}
            label="Join"
            spokenLabel="Join the configs of these heatmaps"
          />
        ) : null
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className="inset" tabIndex={0}>
        {previews.flatMap(linePreviewText).join('\n') || 'No configs are joined in them.'}
      </pre>
    </Section>
  );
}

interface TableProps {
  rows: readonly LineRow[];
  isPending: boolean;
  canDecide: boolean;
}

function LinesTable({ rows, isPending, canDecide }: TableProps) {
  return (
    <ColumnTable
      label="Configs that continue each other"
      className="data-table cards facts"
      hasLabels
      rows={rows}
      empty={isPending ? 'Nothing is joined yet.' : 'No product was measured with successive configs.'}
      columns={[
        { head: 'Product', text: 'product' },
        { head: 'Configs', text: ({ from, to }) => `${from} → ${to}` },
        { head: 'Server', text: 'server' },
        { head: 'Workload', className: 'wraps', cell: ({ href, workload }) => <a href={href}>{workload}</a> },
        { head: 'State', className: 'wraps', text: 'stateText' },
        { head: 'Settings', className: 'wraps', text: 'settings' },
        { head: 'Why', className: 'wraps', text: 'why' },
        canDecide
          ? {
              head: <span className="sr-only">Change</span>,
              cell: (row) => <Decide row={row} />,
            }
          : null,
      ]}
    />
  );
}

function Decide({ row: { id, product, from, to, action, label, sideBySide } }: { row: LineRow }) {
  if (action === null || label === null) return <a href={sideBySide}>Side by side</a>;
  return (
    <RowAction id={id} action={decideLine} label={label} spokenLabel={`${label} ${from} and ${to}`}>
      <input type="hidden" name="product" value={product} />
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="to" value={to} />
      <input type="hidden" name="action" value={action} />
    </RowAction>
  );
}

function DecisionTable({
  decisions,
  canDecide,
}: {
  decisions: readonly LineDecisionEntry[];
  canDecide: boolean;
}) {
  return (
    <ColumnTable
      label="Decisions about configs"
      className="data-table cards facts"
      hasLabels
      rows={decisions}
      empty="No decision yet."
      columns={[
        { head: 'Product', text: 'product' },
        { head: 'Decision', text: ({ action, from, to }) => `${action} ${from} and ${to}` },
        { head: 'By', text: 'by' },
        { head: 'At', text: ({ createdAt }) => timeText(createdAt) },
        { head: 'Undone', text: ({ undone }) => (undone ? `by ${undone.by}, ${timeText(undone.at)}` : '') },
        canDecide
          ? {
              head: <span className="sr-only">Undo</span>,
              cell: ({ id, undone, from, to, action }) =>
                undone ? null : (
                  <RowAction
                    id={id}
                    action={undoLine}
                    label="Undo"
                    spokenLabel={`Undo: ${action} ${from} and ${to}`}
                  />
                ),
            }
          : null,
      ]}
    />
  );
}
