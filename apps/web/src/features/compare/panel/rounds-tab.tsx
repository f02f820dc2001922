import type { RoundsModel } from '@basecase/views/compare';
import { ROUNDS_SIZE, type roundsModel } from '@basecase/views/compare/cell';
import { CopyButton } from '../../../ui/page/copy-button';
import { ColumnTable } from '../../../ui/table/column-table';

interface Props {
  model: ReturnType<typeof roundsModel>;
  names: { own: string; base: string };
}

/** The ratio of each round: what drifted, what lies apart, and what a restart did. */
export function RoundsTab({ model, names }: Props) {
  return (
    <section>
      <h3>
        Rounds{' '}
        <span className="dim">
          {'missing' in model
            ? ''
            : `each point: ${names.own} and ${names.base} in the same round, their ratio`}
        </span>
      </h3>
      {'missing' in model ? (
        <>
          <p className="mid">{model.missing}</p>
          {model.command ? <Command text={model.command} /> : null}
        </>
      ) : (
        <Found model={model} />
      )}
    </section>
  );
}

function Command({ text }: { text: string }) {
  return (
    <p className="rounds-command">
      <code>{text}</code> <CopyButton text={text} label="Copy it" />
    </p>
  );
}

function Found({ model: { strong, rest, chart, table, more } }: { model: RoundsModel }) {
  return (
    <>
      <p className="why-says">
        <strong>{strong}</strong> {rest}
      </p>
      <Chart chart={chart} />
      {more ? (
        <>
          <p className="mid">{more.text}</p>
          <Command text={more.command} />
        </>
      ) : null}
      <details className="why-more">
        <summary className="button">All {table.length} rounds</summary>
        <ColumnTable
          label="Ratio by round"
          rows={table}
          columns={[
            { head: 'Round', kind: 'name', text: 'round' },
            { head: 'Ratio', kind: 'number', text: 'ratio' },
          ]}
        />
      </details>
    </>
  );
}

function Chart({ chart }: { chart: RoundsModel['chart'] }) {
  const { width, height, left, right, top, bottom } = ROUNDS_SIZE;
  const end = width - right;
  return (
    <svg
      className={`rounds-chart ${chart.tone}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={chart.description}
    >
      <rect className="interval" x={left} width={end - left} y={chart.band.y} height={chart.band.height} />
      {chart.ticks.map(({ y, text }) => (
        <g key={text}>
          <line className="grid" x1={left} x2={end} y1={y} y2={y} />
          <text x={left - 6} y={y + 4} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {chart.restarts.map((x) => (
        <line key={x} className="restart" x1={x} x2={x} y1={top} y2={height - bottom} />
      ))}
      <line className="same" x1={left} x2={end} y1={chart.same} y2={chart.same} />
      <line className="estimate" x1={left} x2={end} y1={chart.middle} y2={chart.middle} />
      {chart.points.map(({ round, x, y, isAgainst }) => (
        <circle key={round} className={isAgainst ? 'against' : undefined} cx={x} cy={y} r="2.8" />
      ))}
      <text className="estimate-label" x={end + 8} y={chart.middle + 4}>
        {chart.label}
      </text>
      <text x={end + 8} y={chart.middle + 18}>
        {chart.range}
      </text>
      {chart.rounds.map(({ x, text }) => (
        <text key={text} x={x} y={height - bottom + 16} textAnchor="middle">
          {text}
        </text>
      ))}
      <text x={left} y={height - 3}>
        round; dotted: all servers restarted; dashed: no difference
      </text>
    </svg>
  );
}
