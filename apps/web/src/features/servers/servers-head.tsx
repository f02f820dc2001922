import {
  asksForCores,
  baseName,
  columnsOf,
  describe,
  metricLabel,
  type SelectedServer,
  type ServerShape,
  type ServersModel,
  versionLabel,
} from '@basecase/views/servers';
import { serverHref } from '@basecase/views/url';
import type { ReactNode } from 'react';
import { HEADS } from '../../ui/grid/each-column';
import { MarkerIcon } from '../../ui/table/marker';

interface Props {
  model: ServersModel;
  shapes: ServerShape[];
  axis: ReactNode;
}

/** Two rows: the servers, then their columns. */
export function ServersHead({ model, shapes, axis }: Props) {
  const { selection } = model;
  return (
    <thead>
      <tr>
        <td className="t" />
        {selection.servers.map((server, index) => (
          <th
            key={`${server.server.slug} ${server.workload.slug}`}
            scope="colgroup"
            className="gap"
            colSpan={columnsOf(shapes[index] ?? { hasAbsolute: true, hasCosts: true }, selection.keys.length)}
          >
            <ServerLabel server={server} index={index} /> <span className="dim">{describe(server)}</span>
            {asksForCores(server, selection) ? (
              <>
                {' '}
                <a href={serverHref(server.server.slug, 'facts')}>add cores to see CPU µs/o</a>
              </>
            ) : null}
          </th>
        ))}
        <th className="gap" scope="colgroup" colSpan={2}>
          {model.judgedLabel} on all servers
        </th>
      </tr>
      <tr {...{ [HEADS]: '' }}>
        <th className="t" scope="col">
          Test
        </th>
        {selection.servers.map((server, index) => (
          <ServerHeads
            key={`${server.server.slug} ${server.workload.slug}`}
            model={model}
            server={server}
            shape={shapes[index] ?? { hasAbsolute: true, hasCosts: true }}
          />
        ))}
        <th className="gap m" scope="col">
          <span className="sr-only">All servers on one axis</span>
          {axis}
        </th>
        <th className="servers-summary" scope="col">
          The same elsewhere?
        </th>
      </tr>
    </thead>
  );
}

interface HeadsProps {
  model: ServersModel;
  server: SelectedServer;
  shape: ServerShape;
}

function ServerHeads({ model: { selection }, server, shape }: HeadsProps) {
  const base = baseName(server);
  const costs = selection.metric === 'throughput' ? 'cpu_us_per_op' : selection.metric;
  return (
    <>
      {shape.hasAbsolute ? (
        <th scope="col" className="num m gap">
          {metricLabel(selection.data, 'throughput')}
          <br />
          {base}
        </th>
      ) : null}
      {selection.keys.map((key, index) => {
        const [version, ...config] = versionLabel(selection, server, index).split(' ');
        const isFirst = index === 0 && !shape.hasAbsolute;
        return (
          <th
            key={key}
            scope="col"
            className={`num${isFirst ? ' gap' : ''}${index === selection.judged ? '' : ' m'}`}
            title={`${key} / ${base}`}
          >
            <span className="only-narrow">{server.label}</span>
            <b>{version}</b>
            <span className="relative-to">{config.join(' ') || `/ ${base}`}</span>
          </th>
        );
      })}
      {shape.hasCosts ? (
        <>
          <th scope="col" className="num m">
            {metricLabel(selection.data, costs)}
            <br />
            {base}
          </th>
          <th scope="col" className="num">
            {metricLabel(selection.data, costs)}
            <br />
            {versionLabel(selection, server, selection.judged)}
          </th>
        </>
      ) : null}
    </>
  );
}

/** Name of a server with its shape on the axis. */
function ServerLabel({ server, index }: { server: SelectedServer; index: number }) {
  return (
    <>
      <MarkerIcon shape={index} /> {server.label}
    </>
  );
}
