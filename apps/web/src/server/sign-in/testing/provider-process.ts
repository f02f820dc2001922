import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/*
 * A real OpenID Connect provider on a free port of this machine, with the forms it has for development. In a separate process: the gate before the web app watches every HTTP server of its process. Prints its address; ends with its input.
 *
 * Arguments: address to lead back to, id and secret of the client.
 */

/** People of the provider; whoever types their name is them, any password will do. */
const PEOPLE: Record<string, Record<string, unknown>> = {
  alice: { email: 'alice@bench.example', email_verified: true, name: 'Alice', groups: ['perf', 'admins'] },
  mallory: { email: 'alice@bench.example', email_verified: false, name: 'Mallory', groups: [] },
};

const [redirectUri = '', id = '', secret = ''] = process.argv.slice(2);
const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', new Provider(issuer, configurationOf()).callback());
  process.stdout.write(`${issuer}\n`);
});
process.stdin.resume().on('close', () => process.exit());

function configurationOf(): Configuration {
  return {
    clients: [{ client_id: id, client_secret: secret, redirect_uris: [redirectUri] }],
    claims: { email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub, ...PEOPLE[sub] }) }),
    pkce: { required: () => true },
    cookies: { keys: ['only for tests'] },
  };
}
