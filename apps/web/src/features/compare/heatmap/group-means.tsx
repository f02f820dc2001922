import { type GroupModel, type HeatmapModel, isBase, mainBand } from '@basecase/views/compare';
import { emphasisOf } from '@basecase/views/verdict';
import { memo, useDeferredValue } from 'react';
import type { VisibleRange } from '../../../ui/grid/visible-range';

interface Props {
  group: GroupModel;
  model: HeatmapModel;
  visible: VisibleRange;
  shown: number;
  /** How many columns stand beside the heatmap. */
  span: number;
}

/** What sums up the tests of a group: the mean of each column, and how many are slower. */
export function GroupMeans({ group, model, visible, shown, span }: Props) {
  const { selection, hasSummary } = model;
  const judged = mainBand(selection);
  const worse = selection.metric === 'throughput' ? 'slower' : 'worse';
  // The group before the last change: drawn where nobody looks, until there is time.
  const late = useDeferredValue(group);
  return (
    <>
      {group.means.map((mean, column) => {
        const isOwnBase = isBase(selection, column);
        const { text, level } =
          isOwnBase || visible.hasCell(column + 1) ? mean : (late.means[column] ?? mean);
        return (
          <Mean
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are positions, they have no other identity here.
            key={column}
            text={isOwnBase ? 'geo mean' : text}
            emphasis={isOwnBase ? undefined : emphasisOf(level)}
            className={`group-mean${isOwnBase ? ' base' : ''}${column === shown ? ' show' : ''}`}
          />
        );
      })}
      {hasSummary ? (
        <td className="why first group-summary" colSpan={span}>
          <span className={group.slower > 0 ? `bad arrow ${model.isCost ? 'up' : 'dn'}` : ''}>
            {group.slower} of {group.tests} {worse}
          </span>
          {group.possibly}{' '}
          <span className="dim">
            in {judged.names[judged.judged]?.short}
            {group.span ? `, ${group.span}` : ''}
          </span>
        </td>
      ) : null}
    </>
  );
}

interface MeanProps {
  text: string;
  emphasis: string | undefined;
  className: string;
}

const Mean = memo(function Mean({ text, emphasis, className }: MeanProps) {
  return <td className={emphasis ? `${className} ${emphasis}` : className}>{text}</td>;
});
