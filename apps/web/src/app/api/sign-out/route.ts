import { endSession } from '@basecase/db/sessions/sessions';
import { AuthError } from '../../../server/access/auth-error';
import { readCredentials } from '../../../server/access/credentials';
import { isSameOrigin } from '../../../server/access/request-origin';
import { answer } from '../../../server/answer';
import { database } from '../../../server/database';
import { leadTo, NO_COOKIES } from '../../../server/sign-in/cookies';

/** Ends the session of this browser, and forgets its token. */
export function POST(request: Request) {
  return answer('POST /api/sign-out', async () => {
    const { headers } = request;
    if (!isSameOrigin(headers)) throw new AuthError('CROSS_SITE', 'Sign out on the page of this server.');
    const { sessionCookie } = readCredentials(headers);
    if (sessionCookie !== null) await endSession(database(), sessionCookie);
    return leadTo('/sign-in?problem=signed-out', headers, NO_COOKIES);
  });
}
