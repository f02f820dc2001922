import { verdictName } from '@basecase/analysis';
import type { RecordSeries, RegressionNights, RegressionPage } from '@basecase/db/types';
import {
  nearEventRows,
  nearNights,
  nightsChart,
  sameNightModel,
  suspectList,
  suspectsModel,
} from '@basecase/views/regressions';
import { NightsDrawing } from '../../../../ui/chart/nights-panel';
import { safeHref } from '../../../../ui/markdown/safe-href';
import { CopyButton } from '../../../../ui/page/copy-button';
import { Section } from '../../../../ui/page/section';
import { nightColumns } from '../../../../ui/table/night-columns';
import { ScrollBox } from '../../../../ui/table/scroll-table';
import { VerdictText } from '../../../../ui/table/tile';
import { SuspectList } from '../../suspect-list';
import { TableSection, VerdictCell } from '../record-parts';

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
  const chart = nightsChart(series);
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
  const events = nearEventRows(series);
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

type Row = ReturnType<typeof nearNights>['rows'][number];

interface Props {
  series: RecordSeries;
  page: Pick<RegressionPage, 'kind' | 'comparePath'>;
}

/** The nights on either side of the change, each with its run. */
function NearNights({ series, page }: Props) {
  const table = nearNights(series);
  const { metric, unit, rows } = table;
  const own = nightColumns(table);
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
        own.commit,
        own.value,
        {
          head: 'Ratio',
          kind: 'number',
          cell: (row) => (
            <VerdictText text={row.ratioText} level={levelOf(row)} direction={directionOf(row)} />
          ),
        },
        own.cost,
        {
          head: 'Note',
          cell: ({ role, note }) => (
            <>
              {role ? <b>{roleWord(role, page.kind)}</b> : null} <span className="dim">{note}</span>
            </>
          ),
        },
        { ...own.run, head: <span className="sr-only">Run</span> },
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

/** All tests that changed in one night: one suspected cause. Empty if this test changed alone. */
export function SameNight({ page }: { page: RegressionPage }) {
  const model = sameNightModel(page);
  if (!model) return null;
  const hasPlaces = model.rows.some(({ where }) => where !== '');
  return (
    <TableSection
      title="The same night"
      hint={model.sentence}
      link={
        <a className="push" href={model.href}>
          In the list
        </a>
      }
      rows={model.rows}
      rowClass={({ href }) => (href === null ? 'own' : undefined)}
      columns={[
        {
          head: 'Test',
          kind: 'name',
          cell: ({ href, test, note }) => (
            <>
              {href === null ? test : <a href={href}>{test}</a>} <span className="dim">{note}</span>
            </>
          ),
        },
        { head: 'Ratio', kind: 'number', cell: VerdictCell },
        { head: '95%', kind: 'number', className: 'mid', text: 'interval' },
        { head: 'Verdict', text: ({ verdict }) => verdictName(verdict) },
        hasPlaces ? { head: 'Where', className: 'mid', text: ({ where }) => where || 'here' } : null,
      ]}
    />
  );
}

/** The commits that a change may come from, as git takes them and as a page. */
export function Suspects({ nights }: { nights: RegressionNights }) {
  const { range, copyText, href, lastGood, firstBad, note } = suspectsModel(nights);
  const page = href === null ? null : safeHref(href);
  return (
    <Section title="Suspects" hint="commits after the last good build">
      <div className="inset pile anywhere">
        {range === null ? null : (
          <p className="cluster">
            <code>{range}</code> <CopyButton text={copyText ?? range} label="Copy range" />
          </p>
        )}
        <SuspectList list={suspectList(nights.suspects)} />
        {page === null ? null : (
          <p>
            <a href={page} rel="noopener noreferrer">
              The commits between them
            </a>
          </p>
        )}
        <dl className="form facts suspect-ends">
          <dt>Last good</dt>
          <dd>
            <Build {...lastGood} />
          </dd>
          <dt>First bad</dt>
          <dd>
            <Build {...firstBad} />
          </dd>
        </dl>
        {note ? <p className="mid">{note}</p> : null}
      </div>
    </Section>
  );
}

function Build({ label, href }: { label: string; href: string | null }) {
  const page = href === null ? null : safeHref(href);
  if (page === null) return label;
  return (
    <a href={page} rel="noopener noreferrer">
      {label}
    </a>
  );
}
