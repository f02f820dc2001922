import { NO_VALUE } from '@basecase/analysis';
import type { TrendMark, TrendPoint, TrendsModel } from '@basecase/views/trends';
import { MarkerIcon } from '../../ui/table/marker';
import { numeric, ScrollTable } from '../../ui/table/scroll-table';
import { levelWord } from '../../ui/table/tile';

/** The numbers of the chart: for screen readers, for copying, and without scripts. */
export function TrendsTable({ model }: { model: TrendsModel }) {
  const { axis, series, drawn, mode } = model;
  return (
    <ScrollTable
      label="Numbers"
      className="data-table trends-table"
      caption={`${model.unit}; rows are versions, columns are lines`}
      head={[
        'Version',
        ...series.map(({ label, base }, index) =>
          numeric(
            <>
              {index < drawn.length ? <MarkerIcon shape={index} /> : null} {label}
              {mode === 'rel' ? <span className="relative-to">base {base}</span> : null}
            </>,
          ),
        ),
      ]}
    >
      {axis.positions.map((name, position) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {series.map(({ id, points, marks }) => (
            <Value
              key={id}
              point={points[position] ?? null}
              name={name}
              marks={marks.filter((mark) => mark.position === position)}
            />
          ))}
        </tr>
      ))}
    </ScrollTable>
  );
}

interface ValueProps {
  point: TrendPoint | null;
  name: string;
  marks: readonly TrendMark[];
}

function Value({ point, name, marks }: ValueProps) {
  if (!point) {
    return (
      <td className="num dim">
        {NO_VALUE}
        <span className="sr-only"> not recorded</span>
      </td>
    );
  }
  return (
    <td className={`num c ${point.level} ${point.direction}`}>
      {point.version === name ? null : <span className="release">{point.version}</span>}
      {marks.map(({ href, text, direction }) => (
        <a key={href} href={href} className={`since arrow ${direction}`}>
          {text}
        </a>
      ))}
      <a href={point.href} className="value">
        {point.text}
        <span className="sr-only">{point.isBase ? ', the base' : levelWord(point.level)}</span>
      </a>
    </td>
  );
}
