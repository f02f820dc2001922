import { shownUnit } from '@basecase/analysis';
import { type BandedSelection, isOneSeries, metricLabel } from '@basecase/views/compare';

/** Fewer columns than this leave no room for the whole line. */
const ROOM_FOR_HEADLINE = 6;

/** The line above the column heads: the products if there are several, else the meaning of the numbers. */
export function HeadBands({ selection }: { selection: BandedSelection }) {
  const { parts, columns } = selection;
  if (isOneSeries(selection)) {
    return (
      <>
        <td className="t" />
        <th scope="colgroup" colSpan={columns.length}>
          <span>{headline(selection)}</span>
        </th>
      </>
    );
  }
  return (
    <>
      <td className="t">Relative {metricLabel(selection.data, selection.metric)}</td>
      {parts.map(({ title, start, set, drawn }) => (
        <th
          key={title}
          scope="colgroup"
          colSpan={drawn.length}
          className={start > 0 ? 'product band' : 'product'}
        >
          <span>
            <b>{title}</b> {selection.pair ? '' : set.shared}
          </span>
        </th>
      ))}
    </>
  );
}

function headline(selection: BandedSelection): string {
  const { data, metric, columns } = selection;
  const label = metricLabel(data, metric);
  if (columns.length < ROOM_FOR_HEADLINE) return `Relative ${label}`;
  if (data.workload.relativeTo && metric === 'throughput')
    return `Relative ${label}, version / base; as published, ratios only`;
  const unit = metric === 'throughput' ? data.rows[0]?.unit : shownUnit(metric);
  return `Relative ${label}, version / base; the base column is ${unit}`;
}
