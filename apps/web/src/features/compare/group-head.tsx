import { memo } from 'react';
import type { GroupModel, HeatModel } from './prepare-heatmap';
import { toneOf } from './tone';
import { CHUNK, type Visible } from './use-visible';

interface Props {
  group: GroupModel;
  /** The group before the last change: drawn where nobody looks, until there is time. */
  late: GroupModel;
  model: HeatModel;
  visible: Visible;
  shown: number;
  /** How many columns stand beside the heatmap. */
  span: number;
}

/** Heading of a group: it folds, and sums up its tests. */
export function GroupHead({ group, late, model, visible, shown, span }: Props) {
  const { view } = model;
  const worse = view.metric === 'throughput' ? 'slower' : 'worse';
  const isVisible = (column: number) =>
    column === view.base ||
    (Math.floor(column / CHUNK) >= visible.first && Math.floor(column / CHUNK) <= visible.last);
  return (
    <tr className="g">
      <th className="t" scope="rowgroup">
        <button type="submit" form="view" name="fold" value={group.id} aria-expanded={group.open}>
          {group.label}
        </button>
      </th>
      {group.means.map((mean, column) => {
        const { text, level } = isVisible(column) ? mean : (late.means[column] ?? mean);
        const isBase = column === view.base;
        return (
          <Mean
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are positions, they have no other identity here.
            key={column}
            text={isBase ? 'geo mean' : text}
            tone={isBase ? '' : toneOf(level)}
            className={`gm${isBase ? ' base' : ''}${column === shown ? ' show' : ''}`}
          />
        );
      })}
      <td className="why first gs" colSpan={span}>
        <span className={group.slower > 0 ? `bad mk ${model.isCost ? 'up' : 'dn'}` : ''}>
          {group.slower} of {group.tests} {worse}
        </span>
        {group.possibly}{' '}
        <span className="dim">
          in {view.names[view.judged]?.short}
          {group.span ? `, ${group.span}` : ''}
        </span>
      </td>
    </tr>
  );
}

const Mean = memo(function Mean({
  text,
  tone,
  className,
}: {
  text: string;
  tone: string;
  className: string;
}) {
  return <td className={tone ? `${className} ${tone}` : className}>{text}</td>;
});
