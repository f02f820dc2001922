import type { Level } from '@basecase/analysis';
import type { GroupModel, ServersModel } from '@basecase/views/servers';
import { columnsOf, type ServerShape, shapeOf, toneOf } from '@basecase/views/servers';
import { memo } from 'react';
import { levelWord } from '../../ui/table/tile';
import { AxisHead } from './axis-marks';
import { ServersHead } from './servers-head';
import { TestRow } from './servers-row';
import { useRowQueue } from './use-row-queue';

/** Tests in groups, one part of columns for each server, then all servers on one axis and in words. */
export const ServersTable = memo(function ServersTable({ model }: { model: ServersModel }) {
  const { view, groups } = model;
  const queue = useRowQueue();
  const shapes = view.servers.map((server) => shapeOf(server, model));
  const width = 1 + shapes.reduce((sum, shape) => sum + columnsOf(shape, view.keys.length), 0) + 2;
  return (
    <table
      // Rows are drawn for their columns: other columns are another table.
      key={shapes.map((shape) => columnsOf(shape, view.keys.length)).join()}
      className={model.isCost ? 'sv cost' : 'sv'}
    >
      <caption className="sr">
        Ratios of {view.data.product} versions to their base on each server, test by test. A cell opens the
        heatmap of its server.
      </caption>
      <ServersHead
        model={model}
        shapes={shapes}
        axis={<AxisHead axis={model.axis} servers={view.servers.length} />}
      />
      {groups.map((group) => (
        <tbody key={group.id}>
          <GroupRow group={group} model={model} shapes={shapes} />
          {group.open
            ? group.rows.map((row) => <TestRow key={row.key} row={row} model={model} queue={queue} />)
            : null}
        </tbody>
      ))}
      {groups.length === 0 ? (
        <tbody>
          <tr>
            <td className="empty" colSpan={width}>
              No test matches. Remove a word from the filter, clear it with Esc, or show all tests again.
            </td>
          </tr>
        </tbody>
      ) : null}
    </table>
  );
});

function Part({ children }: { children: React.ReactNode }) {
  return children;
}

function GroupRow({
  group,
  model,
  shapes,
}: {
  group: GroupModel;
  model: ServersModel;
  shapes: ServerShape[];
}) {
  const { view } = model;
  return (
    <tr className="g">
      <th className="t" scope="rowgroup">
        <button type="submit" form="view" name="fold" value={group.id} aria-expanded={group.open}>
          {group.label}
        </button>
      </th>
      {group.means.map((means, server) => {
        const { hasAbsolute, hasCosts } = shapes[server] ?? { hasAbsolute: true, hasCosts: true };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a server is its place in the table.
          <Part key={server}>
            {hasAbsolute ? <td className="num dim m gap">geo mean</td> : null}
            {means.map((mean, key) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: a version is its place in the table.
                key={key}
                className={`num${key === 0 && !hasAbsolute ? ' gap' : ''}${key === view.judged ? '' : ' m'}`}
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
          </Part>
        );
      })}
      <td className="rd gap m" colSpan={2}>
        {group.summary}
      </td>
    </tr>
  );
}

function Mean({ text, level }: { text: string; level: Level }) {
  return (
    <strong className={toneOf(level)}>
      {text}
      <span className="sr">{levelWord(level)}</span>
    </strong>
  );
}
