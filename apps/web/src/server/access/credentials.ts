/** The cookie of the form that takes a token; it holds the token. */
export const TOKEN_COOKIE = 'basecase_token';
/** The cookie of who signed in through a provider. */
export const SESSION_COOKIE = 'basecase_session';

/** What a request shows of who sent it. */
export interface Credentials {
  /** Of the Authorization header; empty when it holds something else. Null without such a header. */
  token: string | null;
  /** True for HTTP Basic: browsers send it by themselves, as they send cookies. */
  isBasic: boolean;
  tokenCookie: string | null;
  sessionCookie: string | null;
}

/** Bearer is for programs. Feed readers know only Basic: the token is the password, the name can be anything. */
export function readCredentials(headers: Headers): Credentials {
  const header = headers.get('authorization');
  const [, scheme = '', value = ''] = /^(Bearer|Basic) +(\S+) *$/i.exec(header ?? '') ?? [];
  const isBasic = scheme.toLowerCase() === 'basic';
  return {
    token: header === null ? null : isBasic ? passwordOf(value) : value,
    isBasic,
    tokenCookie: cookieOf(headers, TOKEN_COOKIE),
    sessionCookie: cookieOf(headers, SESSION_COOKIE),
  };
}

/** The value of a cookie, null when there is none or it is empty. */
export function cookieOf(headers: Headers, name: string): string | null {
  const cookies = headers.get('cookie')?.split(';') ?? [];
  const own = cookies.map((text) => text.trim()).find((text) => text.startsWith(`${name}=`));
  return own?.slice(name.length + 1) || null;
}

function passwordOf(base64: string): string {
  const [, ...password] = Buffer.from(base64, 'base64').toString('utf8').split(':');
  return password.join(':');
}
