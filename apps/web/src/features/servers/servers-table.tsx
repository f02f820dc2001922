import type { Level } from '@basecase/analysis';
import type { GroupModel, ServersModel } from '@basecase/views/servers';
import { columnsOf, type ServerShape, shapeOf } from '@basecase/views/servers';
import { emphasisOf } from '@basecase/views/verdict';
import { Fragment, memo, useDeferredValue } from 'react';
import { GridGroups } from '../../ui/grid/grid-groups';
import type { VisibleRange } from '../../ui/grid/visible-range';
import { levelWord } from '../../ui/table/tile';
import { AxisHead } from './axis-marks';
import { ServersHead } from './servers-head';
import { TestRow } from './servers-row';

interface Props {
  model: ServersModel;
  visible: VisibleRange;
}

/** Tests in groups, one part of columns for each server, then all servers on one axis and in words. */
export const ServersTable = memo(function ServersTable({ model, visible }: Props) {
  const { selection, groups } = model;
  const shapes = selection.servers.map((server) => shapeOf(server, model));
  const width = 1 + shapes.reduce((sum, shape) => sum + columnsOf(shape, selection.keys.length), 0) + 2;
  return (
    <table
      // Rows are drawn for their columns: other columns are another table.
      key={shapes.map((shape) => columnsOf(shape, selection.keys.length)).join()}
      className="servers-grid"
    >
      <caption className="sr-only">
        Ratios of {selection.data.product} versions to their base on each server, test by test. A cell opens
        the heatmap of its server.
      </caption>
      <ServersHead
        model={model}
        shapes={shapes}
        axis={<AxisHead axis={model.axis} servers={selection.servers.length} />}
      />
      <GridGroups
        groups={groups}
        summary={(group) => <GroupMeans group={group} model={model} shapes={shapes} visible={visible} />}
        row={(row) => <TestRow key={row.key} row={row} model={model} visible={visible} />}
        empty="No test matches. Remove a word from the filter, clear it with Esc, or show all tests again."
        columns={width}
      />
    </table>
  );
});

interface MeansProps {
  group: GroupModel;
  model: ServersModel;
  shapes: ServerShape[];
  visible: VisibleRange;
}

/** What sums up the tests of a group: the means of each server, and what they say together. */
function GroupMeans({ group, model: { selection }, shapes, visible }: MeansProps) {
  // The previous group: drawn out of sight until there is time.
  const late = useDeferredValue(group);
  let before = 1;
  return (
    <>
      {group.means.map((means, server) => {
        const { hasAbsolute, hasCosts } = shapes[server] ?? { hasAbsolute: true, hasCosts: true };
        const first = before + (hasAbsolute ? 1 : 0);
        before = first + means.length + (hasCosts ? 2 : 0);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a server is its place in the table.
          <Fragment key={server}>
            {hasAbsolute ? <td className="num dim m gap">geo mean</td> : null}
            {means.map((mean, key) => (
              <Mean
                // biome-ignore lint/suspicious/noArrayIndexKey: a version is its place in the table.
                key={key}
                {...(visible.hasCell(first + key) ? mean : (late.means[server]?.[key] ?? mean))}
                className={`num${key === 0 && !hasAbsolute ? ' gap' : ''}${key === selection.judged ? '' : ' m'}`}
              />
            ))}
            {hasCosts ? (
              <>
                <td className="m" />
                <td />
              </>
            ) : null}
          </Fragment>
        );
      })}
      <td className="servers-summary gap m" colSpan={2}>
        {group.summary}
      </td>
    </>
  );
}

interface MeanProps {
  text: string;
  level: Level;
  className: string;
}

const Mean = memo(function Mean({ text, level, className }: MeanProps) {
  return (
    <td className={className}>
      <strong className={emphasisOf(level)}>
        {text}
        <span className="sr-only">{levelWord(level)}</span>
      </strong>
    </td>
  );
});
