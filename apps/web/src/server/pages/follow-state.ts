import { serverCaller } from '../root';

/** The state of a page whose address was made before a merge: it leads to what was kept. */
export async function followState<State extends { server: string; workload: string }>(
  state: State,
): Promise<State> {
  if (state.server === '') return state;
  const { server, workload } = state;
  return { ...state, ...(await serverCaller().serverPage.follow({ server, workload })) };
}
