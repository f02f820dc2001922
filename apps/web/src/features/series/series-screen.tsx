'use client';

import {
  changeNights,
  NEWEST_ROWS,
  NIGHTS_PAGE,
  type NightRow,
  type NightsTable,
  nightsTable,
  readoutSource,
  type SeriesData,
  type SeriesState,
  seriesBase,
  seriesChart,
  seriesHead,
  seriesHref,
  seriesMenu,
  seriesNotes,
  seriesSentence,
} from '@basecase/views/series';
import { memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { SentenceLine } from '../../ui/page/head-lines';
import { Pager } from '../../ui/page/pager';
import { useUrlState } from '../../ui/page/use-url-state';
import { ViewFrame } from '../../ui/page/view-frame';
import { ColumnTable } from '../../ui/table/column-table';
import { KeyMark } from '../../ui/table/marker';
import { nightColumns } from '../../ui/table/night-columns';
import { ChangesSection, EventsSection } from './changes-section';
import { SeriesChart } from './series-chart';
import { NightRatio, PickedBar, SeriesReadout, ZoomNote } from './series-readout';
import { SeriesToolbar } from './series-toolbar';
import { useNightCursor } from './use-chart-pointer';

/** The newest nights next to the chart, with as much of each row as fits. */
const NewestNights = memo(function NewestNights({ table, total }: { table: NightsTable; total: number }) {
  const { rows } = table;
  const { commit, value, cost } = nightColumns(table);
  return (
    <section className="newest-nights" aria-labelledby="nights-title">
      <h2 id="nights-title">
        Nights <span className="dim">{total > rows.length ? `newest ${rows.length} of ${total}` : ''}</span>
      </h2>
      <ColumnTable
        className="data-table"
        rows={rows}
        columns={[
          { head: 'Night', kind: 'name', cell: ({ runHref, day }) => <a href={runHref}>{day}</a> },
          commit,
          value,
          { head: 'Ratio', kind: 'number', cell: RowRatio },
          cost,
        ]}
      />
      <a className="all-of" href="#all-nights">
        All {total} nights as a table
      </a>
    </section>
  );
});

/** Everything that the chart has, a page at a time. */
const AllNights = memo(function AllNights({ table }: { table: NightsTable }) {
  const { rows, metric, unit, base } = table;
  const { commit, value, cost, run } = nightColumns(table);
  return (
    <ColumnTable
      label="All nights, table"
      caption={`${metric} in ${unit}${base ? `, ratio to ${base}` : ''}, the newest night first`}
      className="data-table nights-table"
      rows={rows}
      columns={[
        { head: 'Night', kind: 'name', cell: ({ at, day }) => <time dateTime={at}>{day}</time> },
        commit,
        value,
        { head: base ? `Ratio to ${base}` : 'Ratio', kind: 'number', cell: RowRatio },
        { head: 'Level', kind: 'number', text: 'levelText' },
        cost,
        { head: 'Results', kind: 'number', text: 'repeats' },
        { head: 'Note', text: 'note' },
        run,
      ]}
    />
  );
});

function RowRatio({ ratioText, tone, isUp, isPossible }: NightRow) {
  return <NightRatio ratio={ratioText} tone={tone} isUp={isUp} isPossible={isPossible} />;
}

/** Meaning of the marks of the chart, in the words of the readout. */
const Keyline = memo(function Keyline() {
  return (
    <p className="keyline cluster mid" aria-hidden="true">
      <KeyMark width={9} words="a night">
        <circle cx="4.5" cy="4.5" r="2.5" fill="var(--series-2)" />
      </KeyMark>
      <KeyMark width={10} words="slower">
        <path d="M1 .8h8l-4 6.8z" fill="var(--regress)" />
      </KeyMark>
      <KeyMark width={10} words="likely">
        <path d="M1.4 1.1h7.2l-3.6 6.1z" fill="var(--surface)" stroke="var(--regress)" strokeWidth="1.25" />
      </KeyMark>
      <KeyMark width={9} words="outlier, left out">
        <path d="M1 1l7 7m0-7l-7 7" stroke="var(--text-2)" strokeWidth="1.5" />
      </KeyMark>
      <KeyMark width={18} height={10} words="level and noise">
        <path d="M0 0h18v10h-18z" fill="var(--surface-3)" />
        <path d="M0 5h18" stroke="var(--ink)" strokeWidth="2" />
      </KeyMark>
      <KeyMark width={11} height={11} words="release">
        <path d="M5.5 0l5 5.5-5 5.5-5-5.5z" fill="var(--ink)" />
      </KeyMark>
    </p>
  );
});

interface Props {
  data: SeriesData;
  initialState: SeriesState;
  /** The button that shares the view. */
  share: ReactNode;
}

/** One test of a version line, night after night. */
export function SeriesScreen({ data, initialState, share }: Props) {
  const [state, update] = useUrlState(initialState, seriesHref);
  const { metric, base: wanted, span, from, to, order, charts, a, b, page } = state;
  const cursor = useNightCursor();
  const [eventDay, setEventDay] = useState<string | null>(null);
  const chart = useMemo(
    () => seriesChart(data, { metric, base: wanted, span, from, to, order, charts, a, b }),
    [data, metric, wanted, span, from, to, order, charts, a, b],
  );
  const base = useMemo(() => seriesBase(data, wanted), [data, wanted]);
  const tables = useMemo(() => {
    const source = readoutSource(data, { metric, base: wanted, charts });
    const rows = (skip: number, count: number) => nightsTable(source, { base: wanted }, { skip, count });
    return { newest: rows(0, NEWEST_ROWS), all: rows((page - 1) * NIGHTS_PAGE, NIGHTS_PAGE) };
  }, [data, metric, wanted, charts, page]);
  // Parts that do not depend on the window are not redrawn with it.
  const view = useMemo(() => ({ metric, base: wanted }), [metric, wanted]);
  const picks = useMemo(() => ({ ...view, charts, a, b }), [view, charts, a, b]);
  const changes = useMemo(() => changeNights(data, view), [data, view]);
  // The chart follows a key within a frame; forms that carry the window come after it.
  const late = useDeferredValue(state);
  const menu = useMemo(() => seriesMenu(data, late, seriesBase(data, late.base)), [data, late]);
  const notes = useMemo(() => seriesNotes(data), [data]);
  const head = useMemo(() => seriesHead(data), [data]);
  const sentence = useMemo(() => seriesSentence(data, view, base), [data, view, base]);
  const pages = Math.ceil(data.nights.length / NIGHTS_PAGE);
  return (
    <ViewFrame
      className="series-page"
      {...head}
      form={
        <a className="button" href={menu.overviewHref}>
          {menu.overviewText}
        </a>
      }
      share={share}
      toolbar={<SeriesToolbar menu={menu} state={late} update={update} />}
      line={
        <SentenceLine sentence={sentence}>
          <Keyline />
        </SentenceLine>
      }
    >
      <div className="series-work">
        <div id="view-table" className="series-main">
          {chart ? (
            <div className="chart-scroll">
              <SeriesChart
                data={data}
                state={state}
                chart={chart}
                changes={changes}
                cursor={cursor}
                update={update}
                onAxis={setEventDay}
              />
            </div>
          ) : (
            <p className="empty">None of these nights has a value of this metric.</p>
          )}
          <ZoomNote data={data} state={late} menu={menu} notes={notes} update={update} />
          <PickedBar data={data} picks={picks} update={update} />
        </div>
        <aside className="series-side" aria-label="Changes, events and nights">
          <ChangesSection data={data} view={view} />
          <EventsSection data={data} view={view} day={eventDay} />
          <NewestNights table={tables.newest} total={data.nights.length} />
        </aside>
      </div>
      <details className="all-nights" open={page > 1}>
        <summary>
          <h2>All {data.nights.length} nights as a table</h2>
        </summary>
        {/* A link to what is inside opens it. */}
        <div id="all-nights">
          <AllNights table={tables.all} />
        </div>
        {pages > 1 ? (
          <Pager
            label="Pages of the table of nights"
            back={
              page > 1
                ? { href: `${seriesHref({ ...state, page: page - 1 })}#all-nights`, words: 'Newer' }
                : null
            }
            next={
              page < pages
                ? { href: `${seriesHref({ ...state, page: page + 1 })}#all-nights`, words: 'Older' }
                : null
            }
            text={`page ${page} of ${pages}`}
          />
        ) : null}
      </details>
      <SeriesReadout data={data} picks={picks} cursor={cursor} update={update} />
    </ViewFrame>
  );
}
