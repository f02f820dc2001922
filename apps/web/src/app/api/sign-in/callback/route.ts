import { createSession } from '@basecase/db/sessions/sessions';
import { baseUrlOf } from '../../../../server/access/request-origin';
import { roleOf } from '../../../../server/access/visitor';
import { answer } from '../../../../server/answer';
import { database } from '../../../../server/database';
import { logError } from '../../../../server/log';
import {
  leadTo,
  NO_PENDING,
  readPending,
  returnPath,
  SESSION_SECONDS,
  sessionCookie,
} from '../../../../server/sign-in/cookies';
import { endSignIn, hasProvider, signInProblem } from '../../../../server/sign-in/provider';

/** Target of the provider's redirect: signs in a visitor whom it vouches for. The browser's remembered state is used up. */
export function GET(request: Request) {
  return answer('GET /api/sign-in/callback', async () => {
    const { headers } = request;
    const { search, searchParams } = new URL(request.url);
    const pending = hasProvider() ? readPending(headers) : null;
    const to = returnPath(pending?.to);
    const back = (problem: string) =>
      leadTo(`/sign-in?problem=${problem}&to=${encodeURIComponent(to)}`, headers, [NO_PENDING]);
    if (!pending || searchParams.get('state') !== pending.state) return back('expired');
    if (searchParams.has('error')) {
      logError('sign-in', `the provider says ${searchParams.get('error')?.slice(0, 200)}`);
      return back('refused');
    }
    try {
      const person = await endSignIn(new URL(`${baseUrlOf(headers)}/api/sign-in/callback${search}`), pending);
      if (roleOf(person) === null) return back('not-allowed');
      const token = await createSession(database(), person, SESSION_SECONDS);
      return leadTo(to, headers, [sessionCookie(token), NO_PENDING]);
    } catch (error) {
      logError('sign-in', signInProblem(error));
      return back('failed');
    }
  });
}
