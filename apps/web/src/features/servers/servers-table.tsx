import type { Level } from '@basecase/analysis';
import type { GroupModel, ServersModel } from '@basecase/views/servers';
import { columnsOf, type ServerShape, shapeOf } from '@basecase/views/servers';
import { emphasisOf } from '@basecase/views/verdict';
import { Fragment, memo } from 'react';
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
      className={model.isCost ? 'servers-grid cost' : 'servers-grid'}
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
        summary={(group) => <GroupMeans group={group} model={model} shapes={shapes} />}
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
}

/** What sums up the tests of a group: the means of each server, and what they say together. */
function GroupMeans({ group, model: { selection }, shapes }: MeansProps) {
  return (
    <>
      {group.means.map((means, server) => {
        const { hasAbsolute, hasCosts } = shapes[server] ?? { hasAbsolute: true, hasCosts: true };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a server is its place in the table.
          <Fragment key={server}>
            {hasAbsolute ? <td className="num dim m gap">geo mean</td> : null}
            {means.map((mean, key) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: a version is its place in the table.
                key={key}
                className={`num${key === 0 && !hasAbsolute ? ' gap' : ''}${key === selection.judged ? '' : ' m'}`}
              >
                <Mean {...mean} />
              </td>
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

function Mean({ text, level }: { text: string; level: Level }) {
  return (
    <strong className={emphasisOf(level)}>
      {text}
      <span className="sr-only">{levelWord(level)}</span>
    </strong>
  );
}
