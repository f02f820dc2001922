import { type GroupModel, type HeatmapModel, isBase, mainBand } from '@basecase/views/compare';
import { emphasisOf } from '@basecase/views/verdict';
import { memo, useDeferredValue, useMemo } from 'react';
import type { VisibleRange } from '../../../ui/grid/visible-range';

interface Props {
  group: GroupModel;
  model: HeatmapModel;
  visible: VisibleRange;
  shown: number;
  /** Number of columns of the row summary. */
  span: number;
}

/** What sums up the tests of a group: the mean of each column, and how many are slower. */
export function GroupMeans({ group, model, visible, shown, span }: Props) {
  const { selection } = model;
  const counts = useMemo(() => <GroupCounts group={group} model={model} span={span} />, [group, model, span]);
  // The state before the last change is shown in rows out of sight until there is time to draw them.
  const late = useDeferredValue(group);
  const lateCounts = useDeferredValue(counts);
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
      {visible.hasCell(selection.columns.length + 1) ? counts : lateCounts}
    </>
  );
}

/** Number of slower tests in a group, next to the heatmap of one product. */
function GroupCounts({ group, model, span }: Pick<Props, 'group' | 'model' | 'span'>) {
  const { selection, hasSummary, isCost } = model;
  if (!hasSummary) return null;
  const judged = mainBand(selection);
  const worse = selection.metric === 'throughput' ? 'slower' : 'worse';
  return (
    <td className="why first group-summary" colSpan={span}>
      <span className={group.slower > 0 ? `bad arrow ${isCost ? 'up' : 'dn'}` : ''}>
        {group.slower} of {group.tests} {worse}
      </span>
      {group.possibly}{' '}
      <span className="dim">
        in {judged.names[judged.judged]?.short}
        {group.span ? `, ${group.span}` : ''}
      </span>
    </td>
  );
}

interface MeanProps {
  text: string;
  emphasis: string | undefined;
  className: string;
}

/** In a separate box, like a ratio. */
const Mean = memo(function Mean({ text, emphasis, className }: MeanProps) {
  return (
    <td className={emphasis ? `${className} ${emphasis}` : className}>
      <span>{text}</span>
    </td>
  );
});
