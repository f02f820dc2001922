import type { RecordSeries, RegressionPage } from '@basecase/db/types';
import {
  type NearNights as NearNightsModel,
  prepareNearEvents,
  prepareNearNights,
  prepareRecordChart,
} from '@basecase/views/regressions';
import { NightsDrawing } from '../../../../ui/chart/nights-drawing';
import { Section } from '../../../../ui/page/section';
import { ScrollBox } from '../../../../ui/table/scroll-table';
import { VerdictText } from '../../../../ui/table/tile';
import { TableSection } from '../table-section';

/** A change between nights: a chart and a table of the nights around it, and the environment changes. */
export function NightParts({ page }: { page: RegressionPage }) {
  const { series, nights } = page;
  if (!series || !nights) {
    return (
      <Section title="Nights">
        <p className="inset mid">The nights of this record are not stored any more.</p>
      </Section>
    );
  }
  const chart = prepareRecordChart(series);
  return (
    <>
      <Section
        title="Nights"
        hint={`relative to the level before; ${series.firstBad} nights before it, and all since`}
        aside={
          <a className="push" href={nights.seriesPath}>
            All nights of this test
          </a>
        }
      >
        {chart ? (
          <ScrollBox label="Chart of nights" className="record-chart">
            <NightsDrawing chart={chart} />
          </ScrollBox>
        ) : null}
      </Section>
      <NearNights series={series} page={page} />
      <NearEvents series={series} />
    </>
  );
}

/** Environment changes near the change, if there are any. */
function NearEvents({ series }: { series: RecordSeries }) {
  const events = prepareNearEvents(series);
  if (events.length === 0) return null;
  return (
    <Section title="Events near it" hint="environment changes">
      <ul className="list">
        {events.map(({ key, at, day, label, note, by }) => (
          <li key={key}>
            <span>
              <time dateTime={at}>{day}</time> {label} <span className="dim">{note}</span>
              {by ? <small>said by {by}</small> : null}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Row = NearNightsModel['rows'][number];

interface Props {
  series: RecordSeries;
  page: Pick<RegressionPage, 'kind' | 'comparePath'>;
}

/** The nights on either side of the change, each with its run. */
function NearNights({ series, page }: Props) {
  const { metric, unit, cost, rows } = prepareNearNights(series);
  return (
    <TableSection
      title="Around the change"
      hint={`${metric} in ${unit}, colour is that of the level`}
      link={
        <a className="push" href={page.comparePath}>
          Open in compare
        </a>
      }
      className="data-table near-nights"
      rows={rows}
      rowClass={({ role }) => (role === 'first bad' ? 'first-bad' : undefined)}
      columns={[
        { head: 'Night', kind: 'name', cell: ({ at, day }) => <time dateTime={at}>{day}</time> },
        {
          head: 'Commit',
          className: 'mono',
          cell: ({ buildHref, build }) => (buildHref ? <a href={buildHref}>{build}</a> : build),
        },
        { head: metric, kind: 'number', text: 'valueText' },
        {
          head: 'Ratio',
          kind: 'number',
          cell: (row) => (
            <VerdictText text={row.ratioText} level={levelOf(row)} direction={directionOf(row)} />
          ),
        },
        cost ? { head: cost, kind: 'number', text: 'costText' } : null,
        {
          head: 'Note',
          cell: ({ role, note }) => (
            <>
              {role ? <span className="onset-word">{roleWord(role, page.kind)}</span> : null}{' '}
              <span className="dim">{note}</span>
            </>
          ),
        },
        {
          head: <span className="sr-only">Run</span>,
          cell: ({ runHref, day, build }) => (
            <a href={runHref} aria-label={`Run of ${day} ${build}`}>
              run
            </a>
          ),
        },
      ]}
    />
  );
}

function levelOf({ tone, isPossible }: Row) {
  if (tone === 'plain' || isPossible) return 'n';
  return tone === 'slower' ? 'r2' : 'b2';
}

function directionOf({ tone, isUp }: Row) {
  return tone === 'plain' ? null : isUp ? 'up' : 'dn';
}

function roleWord(role: NonNullable<Row['role']>, kind: RegressionPage['kind']): string {
  if (role === 'last good') return kind === 'regression' ? 'last good' : 'last before';
  return kind === 'regression' ? 'first bad' : 'first faster';
}
