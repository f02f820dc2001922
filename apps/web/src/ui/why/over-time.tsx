import type { TimelinePair } from '@basecase/views/compare';
import { repeatsModel, stripsModel, timelinesModel } from '@basecase/views/compare/cell';
import { type ComponentProps, lazy, useEffect, useRef, useState } from 'react';
import { api } from '../api/api';
import { SelectField } from '../form/select-field';
import { InBrowser } from '../page/in-browser';
import { TryAgain } from '../page/try-again';
import { type CellQuery, type PairNames, usePair } from './pair-section';

// As the charts by version: Recharts draws its layers after mounting.
const LinesCharts = lazy(async () => ({ default: (await import('./pair-charts')).PairCharts }));

/** Which repeat is shown, counted from 1, and what to do when another is wanted. */
export interface RepeatChoice {
  chosen: number;
  onChoose: (repeat: number) => void;
}

interface Props {
  query: CellQuery;
  names: PairNames;
  repeat: RepeatChoice;
}

/** Reading logs costs time, so it waits until the section is this close to being seen. */
const MARGIN = '240px';

/** Throughput, CPU and IO over time, and response times, read from the logs when the section comes into sight. */
export function OverTime({ query, names, repeat }: Props) {
  const section = useRef<HTMLElement>(null);
  const { state, retry } = usePair(
    { ...query, repeat: repeat.chosen },
    useSeen(section),
    (cell, signal): Promise<TimelinePair> => api.compare.details.query(cell, { signal }),
  );
  const isBase = query.column === query.base;
  return (
    <section ref={section} aria-busy={state.status === 'loading'}>
      <h3>
        Over time{' '}
        <span className="dim">
          {isBase
            ? `${names.own}, from zero`
            : `solid is ${names.own}, dashed is ${names.base}; means on the right`}
        </span>
      </h3>
      {state.status === 'loading' ? <div className="lines-wait" /> : null}
      {state.status === 'failed' ? (
        <TryAgain onRetry={retry}>The logs could not be read: {state.message}</TryAgain>
      ) : null}
      {state.status === 'ready' ? <Charts pair={state.answer} names={names} repeat={repeat} /> : null}
      {state.status === 'ready' ? <Strips query={query} /> : null}
      <noscript>
        <p className="mid">Charts over time need JavaScript; their source files are listed with the costs.</p>
      </noscript>
    </section>
  );
}

/** Seconds × versions: where runs stall. Nothing where no version has seconds. */
function Strips({ query }: { query: CellQuery }) {
  const { state } = usePair(query, true, (cell, signal) => api.compare.strips.query(cell, { signal }));
  const model = state.status === 'ready' ? stripsModel(state.answer) : null;
  if (!model) return null;
  return (
    <>
      <h4>
        Seconds × versions <span className="dim">{model.hint}</span>
      </h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard. */}
      <section className="second-strips" aria-label="Seconds × versions" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">Slowest second of each stretch</th>
              <th scope="col">Worst</th>
              <th scope="col">Longest stall</th>
            </tr>
          </thead>
          <tbody>
            {model.rows.map(({ column, label, worst, stall, cells }) => (
              <tr key={column}>
                <th scope="row">{label}</th>
                <td>
                  <span className="second-strip">
                    {cells.map(({ key, title, level }) => (
                      <i key={key} className={level ?? undefined} title={title} />
                    ))}
                  </span>
                </td>
                <td>{worst}</td>
                <td>{stall}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** Says which repeat is shown; with several of them another can be chosen. */
function Repeats({ pair, names, repeat }: { pair: TimelinePair } & Pick<Props, 'names' | 'repeat'>) {
  const model = repeatsModel(pair, names);
  if (!model) return null;
  return (
    <p className="mid repeat-choice">
      <SelectField
        label="Repeat"
        value={model.shown}
        onChange={(event) => repeat.onChoose(Number(event.currentTarget.value))}
        options={model.options}
      />
      <span>{model.says}</span>
    </p>
  );
}

function Charts({ pair, names, repeat }: { pair: TimelinePair } & Pick<Props, 'names' | 'repeat'>) {
  const model = timelinesModel(pair, names);
  const isEmpty = model.overTime.length + model.distributions.length === 0;
  return (
    <>
      <Repeats pair={pair} names={names} repeat={repeat} />
      {isEmpty && !model.isRemoved ? (
        <p className="mid">
          Not recorded: no file of this cell has samples over time. To record them, run sysbench with
          --report-interval=1, and vmstat and iostat during the test.
        </p>
      ) : null}
      {model.overTime.length > 0 ? <Lines charts={model.overTime} /> : null}
      {model.distributions.length > 0 ? (
        <>
          <h4>Response times</h4>
          <Lines charts={model.distributions} />
        </>
      ) : null}
      {model.notes.map((note) => (
        <p key={note} className="mid">
          {note}
        </p>
      ))}
    </>
  );
}

function Lines(props: ComponentProps<typeof LinesCharts>) {
  return (
    <InBrowser wait={<div className="lines-wait" />}>
      <LinesCharts {...props} />
    </InBrowser>
  );
}

/** True from the moment on that the element is near the visible part of the panel. */
function useSeen(element: React.RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return seen;
}
