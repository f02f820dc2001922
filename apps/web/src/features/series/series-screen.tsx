'use client';

import {
  changeNights,
  NEWEST_ROWS,
  NIGHTS_PAGE,
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
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { Pager } from '../../ui/page/pager';
import { useUrlState } from '../../ui/page/use-url-state';
import { SentenceLine, ViewFrame } from '../../ui/page/view-frame';
import { ChangesSection } from './changes-section';
import { EventsSection } from './events-section';
import { Keyline } from './keyline';
import { useNightCursor } from './night-cursor';
import { AllNights, NewestNights } from './nights-table';
import { PickedBar } from './picked-bar';
import { SeriesChart } from './series-chart';
import { SeriesReadout } from './series-readout';
import { SeriesToolbar } from './series-toolbar';
import { ZoomNote } from './zoom-note';

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
        <div className="series-main">
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
