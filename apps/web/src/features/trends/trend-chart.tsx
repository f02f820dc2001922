import {
  type ChartLine,
  endLabels,
  type Lane,
  type TrendSeries,
  type TrendsModel,
  trendChart,
  trendLane,
} from '@basecase/views/trends';
import { emphasisOf } from '@basecase/views/verdict';
import { Marker, MarkerIcon } from '../../ui/table/marker';

/** Height of the plot without the names of the versions below it; trends.css sets the rest. */
const PLOT_HEIGHT = 340;
const PLOT_TOP = 10;
/** The plot reaches so far beyond the first and the last place. */
const OVERHANG = 16;
const DASHES = ['', '6 3', '2 3', '8 3 2 3'];
const EMPHASIS_COLOURS = { bad: 'var(--regress)', good: 'var(--improve)', plain: undefined };
/** Around a point: the smallest target that WCAG 2.2 allows. */
const TARGET_RADIUS = 12;

interface Props {
  model: TrendsModel;
  description: string;
}

/**
 * Lines over versions. Everything it shows was decided in prepare-*.ts. Plain SVG with places in per cent: the server
 * draws it without knowing its width, so the chart is part of the page and needs no scripts. A
 * charting library would be half of the page.
 */
export function TrendChart({ model, description }: Props) {
  const chart = trendChart(model, PLOT_HEIGHT);
  const lane = trendLane(model.drawn, model.axis.positions.length);
  return (
    <div className="trend-chart">
      <section className="plot" aria-label={description}>
        {lane.rows.length > 0 ? <TrendLane lane={lane} /> : null}
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the section has the words, and its links have names. */}
        <svg width="100%" height={PLOT_HEIGHT}>
          <g>
            {chart.rows.map(({ y, text }) => (
              <g key={y}>
                <Across y={y} />
                <text x={-OVERHANG - 8} y={y} dy="0.355em" textAnchor="end">
                  {text}
                </text>
              </g>
            ))}
            {chart.one === null ? null : <Across y={chart.one} kind="ratio-one" />}
            <Across y={PLOT_HEIGHT} kind="axis" />
            {chart.lines.flatMap(({ series, seams }) =>
              seams.map((left) => (
                <line
                  key={`${series.id} ${left}`}
                  className="seam"
                  x1={left}
                  x2={left}
                  y1={0}
                  y2={PLOT_HEIGHT}
                />
              )),
            )}
            {chart.positions.map(({ left, name, room }) => (
              <text
                key={left}
                className={`place ${room}`}
                x={left}
                y={PLOT_HEIGHT + 8}
                dy="0.8em"
                textAnchor="middle"
              >
                {name}
              </text>
            ))}
            <svg
              aria-hidden="true"
              width="100%"
              height={PLOT_HEIGHT}
              viewBox={`0 0 ${chart.steps} ${PLOT_HEIGHT}`}
              preserveAspectRatio="none"
            >
              {chart.lines.map(({ series, path }) => (
                <path
                  key={series.id}
                  className="line"
                  d={path}
                  stroke={series.index === 0 ? 'var(--series-1)' : 'var(--series-2)'}
                  strokeDasharray={DASHES[series.index % DASHES.length]}
                />
              ))}
            </svg>
          </g>
          {chart.lines.map((line) => (
            <Points key={line.series.id} line={line} />
          ))}
        </svg>
      </section>
      <ul className="ends" aria-hidden="true">
        {endLabels(model, PLOT_HEIGHT).map(({ series, text, y }) => (
          <li key={series.id} style={{ top: y + PLOT_TOP + lane.height }}>
            <MarkerIcon shape={series.index} /> {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A line over the whole plot. SVG has no lengths like `100% + 16px`, so it is two. */
function Across({ y, kind = 'row' }: { y: number; kind?: 'row' | 'ratio-one' | 'axis' }) {
  return (
    <>
      <line className={kind} x1={-OVERHANG} x2="100%" y1={y} y2={y} />
      <svg aria-hidden="true" x="100%" y={y} width={OVERHANG} height="1">
        <line className={kind} x2={OVERHANG} />
      </svg>
    </>
  );
}

/** A point is a link to its cell in the heatmap; its hue is its verdict. */
function Points({ line: { series, points } }: { line: ChartLine }) {
  return points.map(({ point, left, y }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it only has a place in per cent; the link in it has a name.
    <svg key={point.position} x={left} y={y} width="1" height="1">
      <a
        href={point.href}
        data-line={series.index}
        data-position={point.position}
        aria-label={pointName(series, point)}
      >
        <circle r={TARGET_RADIUS} fill="transparent" />
        <Marker shape={series.index} color={EMPHASIS_COLOURS[emphasisOf(point.level) ?? 'plain']} />
      </a>
    </svg>
  ));
}

function pointName({ label }: TrendSeries, { version, text }: { version: string; text: string }): string {
  return `${label}, ${version}: ${text}`;
}

/** Records above the plot, each over the place of its first bad version: shape of its line, mark, words, a link. */
function TrendLane({ lane }: { lane: Lane }) {
  return (
    <ul className="lane" aria-label="Regression records">
      {lane.rows.map(({ series, marks }) => (
        <li key={series.id}>
          {marks.map(({ mark, left, isBefore, room }) => (
            <a
              key={mark.href}
              href={mark.href}
              className={isBefore ? 'before' : undefined}
              style={{ left }}
              title={`${mark.text} on ${series.label}: ${mark.ratio}`}
            >
              <span className={`arrow ${mark.direction} ${mark.direction === 'dn' ? 'bad' : 'good'}`}>
                <MarkerIcon shape={series.index} />
              </span>
              <span className={`words ${room}`}>{mark.text}</span>
              <span className="sr-only">
                {' '}
                on {series.label}: {mark.ratio}
              </span>
            </a>
          ))}
        </li>
      ))}
    </ul>
  );
}
