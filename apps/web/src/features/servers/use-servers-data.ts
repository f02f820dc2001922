import {
  isEnough,
  isOfData,
  type ServersData,
  type ServersRest,
  type ServersState,
  serversUrl,
  withRest,
} from '@basecase/views/servers';
import { useState } from 'react';
import { type RestProblem, useRest } from '../../ui/page/use-rest';

/**
 * The data of the page, and of a large table the rest of it once the page is used. It waits unseen until
 * another base or metric needs it, so unused numbers cause no new drawing.
 */
export function useServersData(
  initial: ServersData,
  state: ServersState,
): { data: ServersData; problem: RestProblem | null } {
  const [opened] = useState(state);
  const [whole, setWhole] = useState(initial);
  const path = initial.missing === null ? null : `/api/servers/rest${serversUrl.query(opened)}`;
  const isThere = isEnough(initial, state, opened);
  const problem = useRest<ServersRest>({
    path,
    isNeeded: !isThere,
    onRest: (rest) => {
      // The tables have changed since the page was made: their numbers must not be mixed with others.
      if (isOfData(initial, rest)) setWhole(withRest(initial, rest));
      else window.location.reload();
    },
  });
  return { data: isThere ? initial : whole, problem };
}
