import { baseUrlOf } from '../../../../server/access/request-origin';
import { answer } from '../../../../server/answer';
import { logError } from '../../../../server/log';
import { leadTo, pendingCookie, returnPath } from '../../../../server/sign-in/cookies';
import { beginSignIn, hasProvider, signInProblem } from '../../../../server/sign-in/provider';

/** Leads to the provider to sign in there. */
export function GET(request: Request) {
  return answer('GET /api/sign-in/start', async () => {
    const { headers } = request;
    const to = returnPath(new URL(request.url).searchParams.get('to'));
    const back = (problem: string) =>
      leadTo(`/sign-in?problem=${problem}&to=${encodeURIComponent(to)}`, headers);
    if (!hasProvider()) return back('none');
    try {
      const { url, pending } = await beginSignIn(`${baseUrlOf(headers)}/api/sign-in/callback`, to);
      return leadTo(url.href, headers, [pendingCookie(pending)]);
    } catch (error) {
      logError('sign-in', signInProblem(error));
      return back('unreachable');
    }
  });
}
