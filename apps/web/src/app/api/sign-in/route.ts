import { AuthError } from '../../../server/access/auth-error';
import { isSameOrigin } from '../../../server/access/request-origin';
import { checkToken } from '../../../server/access/visitor';
import { answer } from '../../../server/answer';
import { database } from '../../../server/database';
import { leadTo, returnPath, tokenCookie } from '../../../server/sign-in/cookies';

/** The form of the sign-in page: keeps a good token in a cookie and continues; otherwise returns, with the error. */
export function POST(request: Request) {
  return answer('POST /api/sign-in', async () => {
    const { headers } = request;
    // Another site must not sign its visitors in under another name.
    if (!isSameOrigin(headers)) throw new AuthError('CROSS_SITE', 'Sign in on the page of this server.');
    const form = await request.formData();
    const to = returnPath(String(form.get('to') ?? ''));
    try {
      const token = String(form.get('token') ?? '').trim();
      await checkToken(token, headers, database());
      return leadTo(to, headers, [tokenCookie(token)]);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      const problem = error.code === 'TOO_MANY_TRIES' ? 'tries' : 'token';
      return leadTo(`/sign-in?problem=${problem}&to=${encodeURIComponent(to)}`, headers);
    }
  });
}
