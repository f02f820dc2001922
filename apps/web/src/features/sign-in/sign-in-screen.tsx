import { Section } from '../../ui/page/section';

interface Props {
  /** Path of this site to go to afterwards. */
  to: string;
  /** What went wrong before, by its name in the address. */
  problem: string | null;
  /** Host of the OpenID Connect provider; null without one. */
  provider: string | null;
  /** Reading needs a sign-in, too. */
  isClosed: boolean;
  /** Who is signed in already. */
  visitor: string | null;
}

/** By the name in the address: what it says is ours, never the address’s own words. */
const PROBLEMS = new Map([
  ['token', 'Unknown or revoked token.'],
  ['tries', 'Too many wrong tokens. Wait a minute, then try again.'],
  ['none', 'No sign-in provider is set up here. Use a token.'],
  ['unreachable', 'The sign-in provider could not be reached. Try again in a moment; tokens still work.'],
  ['refused', 'The sign-in provider refused the sign-in.'],
  ['expired', 'That sign-in took too long, or was begun in another browser. Sign in again.'],
  [
    'failed',
    'The sign-in could not be confirmed with the provider. The server log has the reason. Sign in again.',
  ],
  ['not-allowed', 'You signed in, but may not read this server. Ask its admins for access.'],
]);

/** Signs the visitor in: through the provider where there is one, or with a token. Plain forms: no script is needed. */
export function SignInScreen({ to, problem, provider, isClosed, visitor }: Props) {
  const error = problem === null ? null : (PROBLEMS.get(problem) ?? null);
  return (
    <main id="main" className="page sign-in">
      <h1>Sign in</h1>
      <p className="mid">
        {isClosed
          ? 'Results on this server are for its members. Links that were shared as public need no sign-in.'
          : 'Everyone can read this server. Writing needs a sign-in.'}
      </p>
      {error ? (
        <p className="form-error" role="alert">
          {error}
        </p>
      ) : null}
      {problem === 'signed-out' ? <p role="status">You are signed out of Basecase in this browser.</p> : null}
      {visitor ? <SignedIn name={visitor} to={to} /> : null}
      {provider ? (
        <Section title="With your account">
          <div className="inset">
            <a className="button primary" href={`/api/sign-in/start?to=${encodeURIComponent(to)}`}>
              Sign in with {provider}
            </a>
          </div>
        </Section>
      ) : null}
      <Section title="With a token" hint="from an admin of this server">
        <div className="inset">
          <form className="token-form cluster" method="post" action="/api/sign-in">
            <input type="hidden" name="to" value={to} />
            <label className="field-label" htmlFor="token">
              Token
            </label>
            <input
              className="field"
              id="token"
              name="token"
              type="password"
              autoComplete="current-password"
              placeholder="bc_…"
              required
            />
            <button className={provider ? 'button' : 'button primary'} type="submit">
              Sign in
            </button>
          </form>
          <p className="token-hint dim">
            Create the first token on the server:{' '}
            <code>npx basecase token create --name me --role admin</code>
          </p>
        </div>
      </Section>
    </main>
  );
}

function SignedIn({ name, to }: { name: string; to: string }) {
  return (
    <div className="signed-in cluster">
      <p>
        Signed in as <strong>{name}</strong>.
      </p>
      <a className="button" href={to}>
        Continue
      </a>
      <form method="post" action="/api/sign-out">
        <button className="button" type="submit">
          Sign out
        </button>
      </form>
    </div>
  );
}
