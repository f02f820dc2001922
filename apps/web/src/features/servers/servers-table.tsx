import type { Level } from '@basecase/analysis';
import { memo } from 'react';
import { levelWord } from '../../components/tile';
import { AxisHead, AxisMarks } from './axis-marks';
import type { RatioCell } from './prepare-cells';
import type { GroupModel, RowModel, ServersModel } from './prepare-servers';
import { columnsOf, type ServerShape, shapeOf } from './server-shape';
import { ServersHead } from './servers-head';
import { toneOf } from './tone';
import { keyLabel } from './view';

/** Tests in groups, one part of columns for each server, then all servers on one axis and in words. */
export const ServersTable = memo(function ServersTable({ model }: { model: ServersModel }) {
  const { view, groups } = model;
  const shapes = view.servers.map((server) => shapeOf(server, model));
  const width = 1 + shapes.reduce((sum, shape) => sum + columnsOf(shape, view.keys.length), 0) + 2;
  return (
    <table className={model.isCost ? 'sv cost' : 'sv'}>
      <caption className="sr">
        Ratios of {view.data.product} versions to their base on each server, test by test. A cell opens the
        heatmap of its server.
      </caption>
      <ServersHead model={model} shapes={shapes} axis={<AxisHead axis={model.axis} />} />
      {groups.map((group) => (
        <tbody key={group.id}>
          <GroupRow group={group} model={model} shapes={shapes} />
          {group.open
            ? group.rows.map((row) => <TestRow key={row.key} row={row} model={model} shapes={shapes} />)
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

interface RowProps {
  row: RowModel;
  model: ServersModel;
  shapes: ServerShape[];
}

const TestRow = memo(function TestRow({ row, model, shapes }: RowProps) {
  const { view } = model;
  return (
    <tr data-test={row.key}>
      <th className="t" scope="row">
        {row.name}
        {row.note ? <span className="rng">{row.note}</span> : null}
      </th>
      {row.servers.map((cells, server) => {
        const { hasAbsolute, hasCosts } = shapes[server] ?? { hasAbsolute: true, hasCosts: true };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a server is its place in the table.
          <Part key={server}>
            {hasAbsolute ? <td className="num mid m gap">{cells.absolute}</td> : null}
            {cells.ratios.map((cell, key) => (
              <Ratio
                // biome-ignore lint/suspicious/noArrayIndexKey: a version is its place in the table.
                key={key}
                cell={cell}
                classes={`${key === 0 && !hasAbsolute ? ' gap' : ''}${key === view.judged ? '' : ' m'}`}
                label={`${row.name} ${row.note}, ${keyLabel(view.data.keys, view.keys[key] ?? '')} on ${view.servers[server]?.label}: ${cell.text}`}
              />
            ))}
            {hasCosts ? (
              <>
                <td className="num mid m">{cells.costs[0]}</td>
                <td className="num">{cells.costs[1]}</td>
              </>
            ) : null}
          </Part>
        );
      })}
      <td className="gap m">
        <AxisMarks axis={model.axis} marks={row.marks} />
      </td>
      <td className="rd m">
        {row.reading.strong ? (
          <strong>{row.reading.text}</strong>
        ) : (
          <span className="dim">{row.reading.text}</span>
        )}
      </td>
    </tr>
  );
});

function Part({ children }: { children: React.ReactNode }) {
  return children;
}

interface RatioProps {
  cell: RatioCell;
  classes: string;
  label: string;
}

function Ratio({ cell, classes, label }: RatioProps) {
  return (
    <td className={`c ${cell.level}${classes}`} title={cell.reason || undefined}>
      {cell.href ? (
        <a href={cell.href} aria-label={label + levelWord(cell.level)}>
          {cell.text}
        </a>
      ) : (
        cell.text
      )}
      {cell.reason ? <span className="sr"> {cell.reason}</span> : null}
    </td>
  );
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
