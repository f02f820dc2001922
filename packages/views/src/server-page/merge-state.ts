import { text } from '../url/fields';
import { serverHref } from '../url/server-href';
import { type StateOf, urlCodec } from '../url/url-codec';

/** What is merged into a server: a name of another server, or one that only uploads carry. */
export const serverMergeUrl = urlCodec({ from: text() });
export type ServerMergeState = StateOf<typeof serverMergeUrl>;

/** Which of two workloads of a server is kept, and whether they are merged on all servers. */
export const workloadMergeUrl = urlCodec({
  keep: text(),
  merge: text(),
  on: text({ pattern: /^all$/ }),
});
export type WorkloadMergeState = StateOf<typeof workloadMergeUrl>;

export function serverMergeHref(server: string, state: Partial<ServerMergeState> = {}): string {
  return `${serverHref(server)}/merge${serverMergeUrl.query(state)}`;
}

export function workloadMergeHref(server: string, state: Partial<WorkloadMergeState> = {}): string {
  return `${serverHref(server)}/merge-workloads${workloadMergeUrl.query(state)}`;
}
