import type { GroupModel, HeatModel } from '@basecase/views/compare';
import { toneOf } from '@basecase/views/verdict';
import { memo, useDeferredValue } from 'react';
import type { GridSight } from '../../../ui/grid/grid-sight';

interface Props {
  group: GroupModel;
  model: HeatModel;
  sight: GridSight;
  shown: number;
  /** How many columns stand beside the heatmap. */
  span: number;
}

/** What sums up the tests of a group: the mean of each column, and how many are slower. */
export function GroupMeans({ group, model, sight, shown, span }: Props) {
  const { view } = model;
  const worse = view.metric === 'throughput' ? 'slower' : 'worse';
  // The group before the last change: drawn where nobody looks, until there is time.
  const late = useDeferredValue(group);
  return (
    <>
      {group.means.map((mean, column) => {
        const isBase = column === view.base;
        const { text, level } = isBase || sight.hasCell(column + 1) ? mean : (late.means[column] ?? mean);
        return (
          <Mean
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are positions, they have no other identity here.
            key={column}
            text={isBase ? 'geo mean' : text}
            tone={isBase ? undefined : toneOf(level)}
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
    </>
  );
}

interface MeanProps {
  text: string;
  tone: string | undefined;
  className: string;
}

const Mean = memo(function Mean({ text, tone, className }: MeanProps) {
  return <td className={tone ? `${className} ${tone}` : className}>{text}</td>;
});
