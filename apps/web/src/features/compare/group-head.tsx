import type { GroupModel, HeatModel } from '@basecase/views/compare';
import { toneOf } from '@basecase/views/compare';
import { memo, useDeferredValue } from 'react';
import type { Sight } from './use-sight';

interface Props {
  group: GroupModel;
  model: HeatModel;
  sight: Sight;
  shown: number;
  /** How many columns stand beside the heatmap. */
  span: number;
}

/** Heading of a group: it folds, and sums up its tests. */
export function GroupHead({ group, model, sight, shown, span }: Props) {
  const { view } = model;
  const worse = view.metric === 'throughput' ? 'slower' : 'worse';
  // The group before the last change: drawn where nobody looks, until there is time.
  const late = useDeferredValue(group);
  return (
    <tr className="g">
      <th className="t" scope="rowgroup">
        <button type="submit" form="view" name="fold" value={group.id} aria-expanded={group.open}>
          {group.label}
        </button>
      </th>
      {group.means.map((mean, column) => {
        const isBase = column === view.base;
        const { text, level } = isBase || sight.hasColumn(column) ? mean : (late.means[column] ?? mean);
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
