import { type LoadedServers, readServers, type ServersState, serversUrl } from '@basecase/views/servers';
import { cache } from 'react';
import { serverCaller } from '../root';

/** Once per request: the title and the page need the same. */
const loadQuery = cache((query: string) =>
  readServers(serverCaller().servers, serversUrl.parse(new URLSearchParams(query))),
);

/** Reads what the URL asks for: the names of all columns of the chosen servers, and values of the shown ones. */
export function loadServers(state: ServersState): Promise<LoadedServers> {
  return loadQuery(serversUrl.query(state));
}
