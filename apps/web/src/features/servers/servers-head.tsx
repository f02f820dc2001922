import type { ReactNode } from 'react';
import { clientsText } from '../../lib/server-name';
import type { ServersModel } from './prepare-servers';
import { columnsOf, ServerLabel, type ServerShape } from './server-shape';
import { keyLabel, metricLabel, type ServerView } from './view';

interface Props {
  model: ServersModel;
  shapes: ServerShape[];
  axis: ReactNode;
}

/** Two rows: the servers, then what stands in their columns. */
export function ServersHead({ model, shapes, axis }: Props) {
  const { view } = model;
  const judged = keyLabel(view.data.keys, view.keys[view.judged] ?? '');
  return (
    <thead>
      <tr>
        <td className="t" />
        {view.servers.map((server, index) => (
          <th
            key={`${server.server.slug} ${server.workload.slug}`}
            scope="colgroup"
            className="gap"
            colSpan={columnsOf(shapes[index] ?? { hasAbsolute: true, hasCosts: true }, view.keys.length)}
          >
            <ServerLabel server={server} index={index} /> <span className="dim">{describe(server)}</span>
          </th>
        ))}
        <th className="gap" scope="colgroup" colSpan={2}>
          {judged} on all
        </th>
      </tr>
      <tr>
        <th className="t" scope="col">
          Test
        </th>
        {view.servers.map((server, index) => (
          <ServerHeads
            key={`${server.server.slug} ${server.workload.slug}`}
            model={model}
            server={server}
            shape={shapes[index] ?? { hasAbsolute: true, hasCosts: true }}
          />
        ))}
        <th className="gap m" scope="col">
          <span className="sr">All servers on one axis</span>
          {axis}
        </th>
        <th className="rd m" scope="col">
          Reading
        </th>
      </tr>
    </thead>
  );
}

interface HeadsProps {
  model: ServersModel;
  server: ServerView;
  shape: ServerShape;
}

function ServerHeads({ model: { view }, server, shape }: HeadsProps) {
  const base = baseName(server);
  const costs = view.metric === 'throughput' ? 'cpu_us_per_op' : view.metric;
  const keys = view.data.keys;
  return (
    <>
      {shape.hasAbsolute ? (
        <th scope="col" className="num m gap">
          {metricLabel(view.data, 'throughput')}
          <br />
          {base}
        </th>
      ) : null}
      {view.keys.map((key, index) => {
        const label = keyLabel(keys, key);
        const [version, ...config] = label.split(' ');
        const isFirst = index === 0 && !shape.hasAbsolute;
        return (
          <th
            key={key}
            scope="col"
            className={`num${isFirst ? ' gap' : ''}${index === view.judged ? '' : ' m'}`}
            title={`${key} / ${base}`}
          >
            <span className="only-narrow">{server.label}</span>
            <b>{version}</b>
            <span className="of">{config.join(' ') || `/ ${base}`}</span>
          </th>
        );
      })}
      {shape.hasCosts ? (
        <>
          <th scope="col" className="num m">
            {metricLabel(view.data, costs)}
            <br />
            {base}
          </th>
          <th scope="col" className="num">
            {metricLabel(view.data, costs)}
            <br />
            {keyLabel(keys, view.keys[view.judged] ?? '')}
          </th>
        </>
      ) : null}
    </>
  );
}

function baseName({ base, columns }: ServerView): string {
  return base === null ? '' : (columns[base]?.version ?? '');
}

/** `pn53, 1 client, base 17.5`: the name where the class stands before it. */
function describe(server: ServerView): string {
  const name = server.label.includes(server.server.name) ? '' : server.server.name;
  const base = baseName(server);
  return [name, clientsText(server.workload.clients), base ? `base ${base}` : ''].filter(Boolean).join(', ');
}
