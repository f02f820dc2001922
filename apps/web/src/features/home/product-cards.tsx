import {
  type ReleaseChart as Chart,
  type CountText,
  type HomeModel,
  type ProductCard,
  RELEASE_CHART,
  type ReleaseChartLine,
  type ReleaseCount,
} from '@basecase/views/home';
import { methodHref } from '@basecase/views/url';
import { NumberedPager } from '../../ui/page/pager';
import { Section } from '../../ui/page/section';
import { Marker } from '../../ui/table/marker';

type Props = Pick<HomeModel, 'products' | 'others' | 'staleNote'>;

/** The releases of each product as a small chart, with the tests that changed in the newest one. */
export function ProductCards({ products: { cards, paging }, others, staleNote }: Props) {
  return (
    <Section
      title="Releases"
      id="releases"
      hint={
        <>
          lines: mean of all tests, first release = 1.00; counts: newest release against the one before it,{' '}
          <a href={methodHref('verdicts')}>beyond noise</a>
        </>
      }
    >
      {staleNote === '' ? null : <p className="stale-note fine mid">{staleNote}</p>}
      <div className="product-cards">
        {cards.map((card) => (
          <Card key={card.product} card={card} />
        ))}
        {others.map(({ name, text, href }) => (
          <article key={name} className="product-card">
            <h3>
              <a href={href}>{name}</a>
            </h3>
            <p className="dim">{text}</p>
          </article>
        ))}
      </div>
      <NumberedPager className="inset" label="Pages of products" paging={paging} />
    </Section>
  );
}

function Card({ card: { product, href, chart, note, rows, facts, more } }: { card: ProductCard }) {
  return (
    <article className="product-card">
      <h3>
        <a href={href}>{product}</a>
      </h3>
      {chart ? <ReleaseChart chart={chart} /> : <p className="mid">{note}</p>}
      {rows.length === 0 ? null : (
        <table className="release-counts fine">
          <caption className="sr-only">{product}: tests that changed in the newest release</caption>
          <thead className="sr-only">
            <tr>
              <th>Server</th>
              <th>Slower</th>
              <th>Faster</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <CountRow key={row.key} row={row} />
            ))}
          </tbody>
        </table>
      )}
      <p className="dim facts">
        {facts}
        {more ? (
          <>
            {', '}
            <a href={more.href}>{more.text}</a>
          </>
        ) : null}
      </p>
    </article>
  );
}

function CountRow({ row: { server, title, releases, slower, faster, href } }: { row: ReleaseCount }) {
  return (
    <tr>
      <th scope="row">
        <a href={href} title={title}>
          {server}
        </a>
        <small className="dim">{releases}</small>
      </th>
      <td>
        <Count count={slower} emphasis="bad arrow dn" />
      </td>
      <td>
        <Count count={faster} emphasis="good arrow up" />
      </td>
    </tr>
  );
}

/** `▼ 3 slower`, and under it `2 possible`: what is sure first, and in colour. */
function Count({ count: { text, possible, isSome }, emphasis }: { count: CountText; emphasis: string }) {
  return (
    <>
      <span className={isSome ? emphasis : 'dim'}>{text}</span>
      {possible === '' ? null : <small className="dim">{possible}</small>}
    </>
  );
}

const DASHES = ['', '4 3', '2 3'];
const LABEL_GAP = 9;
const SMALL = 0.62;

/** Geometric means by release, drawn on the server; its description has all numbers. */
function ReleaseChart({ chart }: { chart: Chart }) {
  const { width, height, left, right } = RELEASE_CHART;
  const end = width - right;
  return (
    <svg
      className="release-chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={chart.description}
    >
      {chart.ticks.map(({ y, text, isOne }) => (
        <g key={text}>
          <path d={`M${left} ${y}H${end}`} className={isOne ? 'one' : 'grid'} />
          <text x={left - 6} y={y + 3.5} className="tick">
            {text}
          </text>
        </g>
      ))}
      {chart.lines.map((line) => (
        <Line key={line.index} line={line} labelX={end + LABEL_GAP} />
      ))}
      {chart.places.map(({ x, text, anchor, isNewest }) => (
        <text key={text} x={x} y={height - 6} textAnchor={anchor} className={isNewest ? 'newest' : undefined}>
          {text}
        </text>
      ))}
    </svg>
  );
}

function Line({ line, labelX }: { line: ReleaseChartLine; labelX: number }) {
  const { index, path, dots, trend, label, ratio, labelY } = line;
  const last = dots.length - 1;
  return (
    <g>
      <path
        d={path}
        className={index === 0 ? 'line first' : 'line'}
        strokeDasharray={DASHES[index] || undefined}
      />
      {dots.map(({ x, y }, at) =>
        at === last && trend ? (
          <path
            key={x}
            d={trend === 'slower' ? 'M-4.2-3.2h8.4l-4.2 7z' : 'M-4.2 3.2h8.4l-4.2-7z'}
            transform={`translate(${x} ${y})`}
            className={trend}
          />
        ) : (
          <g key={x} transform={`translate(${x} ${y}) scale(${SMALL})`}>
            <Marker shape={index} />
          </g>
        ),
      )}
      <text x={labelX} y={labelY + 4} className="end">
        {label} <tspan>{ratio}</tspan>
      </text>
    </g>
  );
}
