import {
  type LinkCard as Card,
  drawLinkChart,
  type FrozenFacts,
  frozenText,
  type LinkChart,
  type LinkChartSize,
} from '@basecase/views/link';
import type { ReactNode } from 'react';
import { HowSure } from './how-sure';
import './link-card.css';

interface Props {
  card: Card;
  /** Null for a live page. */
  frozen: FrozenFacts | null;
  /** Whether newer data exists, and the live page; follows the date. */
  live?: ReactNode;
}

/** A drawing for wide screens and one for phones: scaled letters would be too small there. */
const WIDE = { width: 620, height: 310, text: 12 };
const NARROW = { width: 360, height: 190, text: 11 };

/** The head of a link: one sentence, how sure, what ran, where, who and when, and a chart. The page follows below. */
export function LinkCard({ card, frozen, live = null }: Props) {
  const { crumbs, sentence, more, certainty, chart, facts } = card;
  return (
    <section className="link-card" aria-labelledby="link-sentence">
      <div className="said">
        <p className="dim crumbs">{crumbs.filter(Boolean).join(' / ')}</p>
        <h2 id="link-sentence">{sentence}</h2>
        {more === '' ? null : <p className="more">{more}</p>}
      </div>
      {chart ? <Chart chart={chart} /> : null}
      <dl>
        {certainty ? (
          <Fact label="How sure">
            <HowSure bars={certainty.bars} word={certainty.word} isLarge />
            <small>{certainty.text}</small>
          </Fact>
        ) : null}
        {facts.where === '' ? null : <Fact label="Where">{facts.where}</Fact>}
        {frozen ? (
          <Fact label="Who, when">
            {frozenText(frozen)}
            {live ? <small>{live}</small> : null}
          </Fact>
        ) : null}
        {facts.who && !frozen ? <Fact label="Who, when">{facts.who}</Fact> : null}
        {facts.what === '' ? null : <Fact label="What ran">{facts.what}</Fact>}
        {facts.why === '' ? null : <Fact label="Why">{facts.why}</Fact>}
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Chart({ chart }: { chart: NonNullable<Card['chart']> }) {
  return (
    <figure>
      <Drawing chart={chart} size={WIDE} name="wide" />
      <Drawing chart={chart} size={NARROW} name="narrow" />
      <figcaption className="fine dim">{chart.caption}</figcaption>
    </figure>
  );
}

function Drawing({ chart, size, name }: { chart: LinkChart; size: LinkChartSize; name: string }) {
  const { grid, reference, mark, thin, main, ticks, places, end } = drawLinkChart(chart, size);
  return (
    <svg
      className={name}
      viewBox={`0 0 ${size.width} ${size.height}`}
      fontSize={size.text}
      role="img"
      aria-label={chart.description}
    >
      <path className="grid" d={grid} />
      <path className="reference" d={reference} />
      <path className="mark" d={mark} />
      {thin.map((path, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity.
        <path key={index} className="thin" d={path} />
      ))}
      <path className="main" d={main} />
      {ticks.map(({ x, y, text }) => (
        <text key={text} className="tick" x={x} y={y + 4}>
          {text}
        </text>
      ))}
      {places.map(({ x, y, text, isOwn }) => (
        <text key={`${x} ${text}`} className={isOwn ? 'place own' : 'place'} x={x} y={y}>
          {text}
        </text>
      ))}
      {end ? (
        <text className="end" x={end.x} y={end.y + 4}>
          {end.text}
        </text>
      ) : null}
    </svg>
  );
}
