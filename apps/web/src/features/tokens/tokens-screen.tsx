import type { TokenRole } from '@basecase/db/types';
import type { SessionRow, TokenTable } from '@basecase/views/tokens';
import { endSessions, revokeToken } from '../../server/actions/tokens';
import { Section } from '../../ui/page/section';
import { ColumnTable } from '../../ui/table/column-table';
import { CreateTokenForm } from './create-token-form';
import { SignInForm } from './sign-in-form';

export interface TokensModel {
  role: Exclude<TokenRole, 'reader' | 'agent'> | null;
  isLocal: boolean;
  /** Name of the signed-in visitor. */
  name: string | null;
  /** Null if the visitor may not see it. */
  table: TokenTable | null;
  /** People signed in through a provider; null if the visitor may not see them. */
  sessions: SessionRow[] | null;
}

/** Who may write here: to sign in, and for admins to give and revoke tokens. */
export function TokensScreen({ role, isLocal, name, table, sessions }: TokensModel) {
  return (
    <main id="main">
      <div className="head tokens-head">
        <div>
          <h1>Tokens</h1>
          <p className="meta">
            {name && !isLocal ? `Signed in as ${name}. ` : ''}
            {sentence(role, isLocal)}
          </p>
        </div>
        <div className="actions">
          {role === 'admin' && (
            <a className="button" href="/webhooks">
              Webhooks
            </a>
          )}
          {name !== null && !isLocal && (
            <form method="post" action="/api/sign-out">
              <button className="button" type="submit">
                Sign out
              </button>
            </form>
          )}
        </div>
      </div>
      <div className="page stack">
        {name === null && (
          <Section title="Sign in" hint="anyone can read; writing needs a token">
            <div className="inset">
              <SignInForm />
              <p className="token-hint dim">
                Accounts of a sign-in provider, where there is one: <a href="/sign-in?to=/tokens">Sign in</a>
              </p>
              <p className="token-hint dim">
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
        {sessions && sessions.length > 0 && (
          <Section title="Signed in" hint="through the sign-in provider">
            <SessionTable rows={sessions} />
          </Section>
        )}
      </div>
    </main>
  );
}

function sentence(role: TokenRole | null, isLocal: boolean): string {
  if (isLocal) {
    return 'This server can be reached only from this machine, so writing needs no token. A server that others can reach requires one.';
  }
  if (role === 'admin') return 'You are an admin: you can add and delete uploads, and create tokens.';
  if (role === 'upload') return 'You can add and change uploads. Only admins can create tokens.';
  return 'You can read everything here.';
}

/** All tokens, with a button to revoke each. */
function TokenTableView({ rows }: { rows: TokenTable['rows'] }) {
  return (
    <ColumnTable
      label="Tokens"
      empty="No tokens yet."
      rows={rows}
      columns={[
        { head: 'Name', kind: 'name', text: 'name' },
        {
          head: 'State',
          cell: (row) => (row.revoked === null ? <RevokeForm {...row} /> : `revoked ${row.revoked}`),
        },
        { head: 'Role', text: 'role' },
        { head: 'Last used', text: 'lastUsed' },
        { head: 'Created', text: 'created' },
      ]}
    />
  );
}

function RevokeForm({ id, name }: { id: string; name: string }) {
  return (
    <form action={revokeToken}>
      <input type="hidden" name="id" value={id} />
      <button className="button" type="submit" aria-label={`Revoke ${name}`}>
        Revoke
      </button>
    </form>
  );
}

/** People signed in through a provider, with a button that signs them out everywhere. */
function SessionTable({ rows }: { rows: SessionRow[] }) {
  return (
    <ColumnTable
      label="Signed in"
      rows={rows}
      columns={[
        { head: 'Person', kind: 'name', text: 'name' },
        {
          head: 'Sessions',
          cell: ({ id, name }) => (
            <form action={endSessions}>
              <input type="hidden" name="id" value={id} />
              <button className="button" type="submit" aria-label={`Sign ${name} out everywhere`}>
                Sign out everywhere
              </button>
            </form>
          ),
        },
        { head: 'Since', text: 'since' },
        { head: 'Until', text: 'until' },
      ]}
    />
  );
}
