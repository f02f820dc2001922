import type { AgentRow, PlanRow, ScheduleRow } from '@basecase/views/agents';
import { groupDigits } from '@basecase/views/text';
import { cancelPlan, queuePlan, removeSchedule } from '../../server/actions/agents';
import { RowAction } from '../../ui/form/row-action';
import { Section } from '../../ui/page/section';
import { ColumnTable } from '../../ui/table/column-table';

export interface AgentsModel {
  agents: AgentRow[];
  plans: PlanRow[];
  /** How many there are; not all are listed. */
  total: number;
  schedules: ScheduleRow[];
  /** Whether the visitor may cancel and queue. */
  canWrite: boolean;
}

/** Machines that measure, the plans that they take, and what queues plans again and again. */
export function AgentsScreen({ agents, plans, total, schedules, canWrite }: AgentsModel) {
  return (
    <main id="main" className="page">
      <div className="page-head">
        <div>
          <h1>Agents</h1>
          <p>Machines that measure plans and send the results. They call this server; it never calls them.</p>
        </div>
        <p>
          <a href="/docs/how-to/agent">How to add a machine</a>
        </p>
      </div>
      <div className="stack">
        <Section title="Agents" hint={String(agents.length)}>
          <AgentTable rows={agents} />
        </Section>
        <Section
          title="Plans"
          hint={
            plans.length < total
              ? `${groupDigits(total)}: running ones, and the newest of the others`
              : String(plans.length)
          }
        >
          <PlanTable rows={plans} canWrite={canWrite} />
        </Section>
        {schedules.length > 0 ? (
          <Section title="Schedules" hint="cron expressions in UTC">
            <ScheduleTable rows={schedules} canWrite={canWrite} />
          </Section>
        ) : null}
      </div>
    </main>
  );
}

function AgentTable({ rows }: { rows: AgentRow[] }) {
  return (
    <ColumnTable
      label="Agents"
      className="data-table cards facts agents"
      hasLabels
      empty={
        <>
          No agents yet. On the machine that measures:{' '}
          <code>npx basecase agent --postgres 17,18 --url https://this-server --token bc_…</code>
        </>
      }
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { head: 'Agent', kind: 'name', text: 'name' },
        { head: 'State', cell: ({ word, tone }) => <span className={tone}>{word}</span> },
        { head: 'Last seen', text: 'seen' },
        { head: 'Builds', className: 'long', text: 'builds' },
        { head: 'Tests', text: 'tests' },
        { head: 'Sessions', kind: 'number', text: 'sessions' },
        { head: 'Version', text: 'version' },
      ]}
    />
  );
}

function PlanTable({ rows, canWrite }: { rows: PlanRow[]; canWrite: boolean }) {
  return (
    <ColumnTable
      label="Plans"
      className="data-table cards facts agents"
      hasLabels
      empty={
        <>
          The queue is empty. <code>npx basecase queue add 17.10 18.4 --url https://this-server</code> queues
          a plan.
        </>
      }
      rows={rows}
      columns={[
        { head: 'Plan', kind: 'name', cell: ({ id, what }) => <Numbered id={id} text={what} /> },
        {
          head: 'State',
          className: 'long',
          cell: ({ word, tone, why }) => (
            <>
              <span className={tone}>{word}</span>
              {why === '' ? null : <small>{why}</small>}
            </>
          ),
        },
        { head: 'Agent', text: 'agent' },
        {
          head: 'Sessions',
          cell: ({ id, sessions, uploads }) => (
            <>
              {sessions}
              {uploads.slice(-1).map(({ href }) => (
                <small key={href}>
                  <a href={href}>
                    newest<span className="sr-only"> upload of plan {id}</span>
                  </a>
                </small>
              ))}
            </>
          ),
        },
        { head: 'Queued', cell: ({ queued, by }) => <Twice first={queued} second={`by ${by}`} /> },
        { head: 'Ended', text: 'ended' },
        canWrite
          ? {
              head: 'Change',
              cell: ({ id, isOpen }) =>
                isOpen ? (
                  <RowAction id={id} action={cancelPlan} label="Cancel" spokenLabel={`Cancel plan ${id}`} />
                ) : null,
            }
          : null,
      ]}
    />
  );
}

function ScheduleTable({ rows, canWrite }: { rows: ScheduleRow[]; canWrite: boolean }) {
  return (
    <ColumnTable
      label="Schedules"
      className="data-table cards facts agents"
      hasLabels
      rows={rows}
      columns={[
        { head: 'Schedule', kind: 'name', cell: ({ id, what }) => <Numbered id={id} text={what} /> },
        { head: 'When', className: 'mono', text: 'when' },
        { head: 'Sessions', kind: 'number', text: 'sessions' },
        { head: 'Agent', text: 'agent' },
        { head: 'Last queued', text: 'last' },
        { head: 'By', text: 'by' },
        canWrite
          ? {
              head: 'Change',
              cell: ({ id }) => (
                <div className="cluster">
                  <RowAction
                    id={id}
                    action={queuePlan}
                    label="Queue now"
                    spokenLabel={`Queue schedule ${id} now`}
                  />
                  <RowAction
                    id={id}
                    action={removeSchedule}
                    label="Remove"
                    spokenLabel={`Remove schedule ${id}`}
                  />
                </div>
              ),
            }
          : null,
      ]}
    />
  );
}

function Numbered({ id, text }: { id: string; text: string }) {
  return (
    <>
      {id} <small>{text}</small>
    </>
  );
}

function Twice({ first, second }: { first: string; second: string }) {
  return (
    <>
      {first}
      <small>{second}</small>
    </>
  );
}
