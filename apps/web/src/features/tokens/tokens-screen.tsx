import type { TokenRole } from '@basecase/db/types';
import type { TokenTable } from '@basecase/views/tokens';
import { signOut } from '../../server/actions/tokens';
import { Section } from '../../ui/page/section';
import { CreateTokenForm } from './create-token-form';
import { SignInForm } from './sign-in-form';
import { TokenTableView } from './token-table';

export interface TokensModel {
  role: TokenRole | null;
  isLocal: boolean;
  /** Null for who may not see it. */
  table: TokenTable | null;
}

/** Who may write here: to sign in, and for admins to give and revoke tokens. */
export function TokensScreen({ role, isLocal, table }: TokensModel) {
  return (
    <main id="main">
      <div className="head tokens-head">
        <div>
          <h1>Tokens</h1>
          <p className="meta">{sentence(role, isLocal)}</p>
        </div>
        <div className="actions">
          {role === 'admin' && (
            <a className="button" href="/webhooks">
              Webhooks
            </a>
          )}
          {role !== null && !isLocal && (
            <form action={signOut}>
              <button className="button" type="submit">
                Sign out
              </button>
            </form>
          )}
        </div>
      </div>
      <div className="page stack">
        {role === null && (
          <Section title="Sign in" hint="anyone can read; writing needs a token">
            <div className="inset">
              <SignInForm />
              <p className="token-hint">
                Create the first token on the server:{' '}
                <code>npx basecase token create --name me --role admin</code>
              </p>
            </div>
          </Section>
        )}
        {table && (
          <>
            <Section title="New token" hint="for basecase upload, scripts, and other people's browsers">
              <div className="inset">
                <CreateTokenForm />
              </div>
            </Section>
            <Section title="All tokens" hint={<>{table.good} good</>}>
              <TokenTableView rows={table.rows} />
            </Section>
          </>
        )}
      </div>
    </main>
  );
}

function sentence(role: TokenRole | null, isLocal: boolean): string {
  if (isLocal) {
    return 'This server can be reached only from this machine, so writing needs no token. A server that others can reach requires one.';
  }
  if (role === 'admin')
    return 'You are signed in as an admin: you can add and delete uploads, and create tokens.';
  if (role === 'upload')
    return 'You are signed in: you can add and change uploads. Only admins can create tokens.';
  return 'You can read everything here.';
}
