import { NO_VALUE } from '@basecase/analysis';
import { MarkerIcon } from '../../components/marker';
import { levelWord } from '../../components/tile';
import type { TrendPoint, TrendsModel } from './prepare-trends';

/** The numbers of the chart: for screen readers, for copying, and without scripts. */
export function TrendsTable({ model }: { model: TrendsModel }) {
  const { axis, series, drawn, mode } = model;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    <section className="scroll-x" tabIndex={0} aria-label="Numbers">
      <table className="tbl trends-tbl">
        <caption className="sr">{model.unit}; rows are versions, columns are lines</caption>
        <thead>
          <tr>
            <th scope="col">Version</th>
            {series.map(({ id, label, base }, index) => (
              <th key={id} scope="col" className="num">
                {index < drawn.length ? <MarkerIcon shape={index} /> : null} {label}
                {mode === 'rel' ? <span className="of">base {base}</span> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {axis.places.map((name, place) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {series.map(({ id, points }) => (
                <Value key={id} point={points[place] ?? null} name={name} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Value({ point, name }: { point: TrendPoint | null; name: string }) {
  if (!point) {
    return (
      <td className="num dim">
        {NO_VALUE}
        <span className="sr"> not recorded</span>
      </td>
    );
  }
  return (
    <td className={`num c ${point.level} ${point.direction}`}>
      {point.version === name ? null : <span className="rel">{point.version}</span>}
      <a href={point.href}>
        {point.text}
        <span className="sr">{point.isBase ? ', the base' : levelWord(point.level)}</span>
      </a>
    </td>
  );
}
