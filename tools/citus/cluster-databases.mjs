import { withClient, withDatabase } from '../bootstrap/database.mjs';
import { waitUntil } from '../bootstrap/wait-until.mjs';

/** @typedef {{ url: string; workers: readonly string[] }} Nodes the servers of a cluster: any database of each */

/**
 * Makes an empty database on every node of a cluster, joined into one: what an administrator does before Basecase comes.
 * @param {Nodes} nodes
 * @param {string} name
 * @returns {Promise<string>} its URL on the coordinator
 */
export async function createClusterDatabase(nodes, name) {
  await onEachNode(nodes, async (server) => {
    await withClient(server, (client) => client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`));
    await withClient(withDatabase(server, name), async (client) => {
      await client.query('CREATE EXTENSION citus');
      const { username, password } = new URL(server);
      await client.query('INSERT INTO pg_dist_authinfo (nodeid, rolename, authinfo) VALUES (0, $1, $2)', [
        decodeURIComponent(username),
        `password=${decodeURIComponent(password)}`,
      ]);
    });
  });
  const url = withDatabase(nodes.url, name);
  await withClient(url, async (client) => {
    await client.query('SELECT citus_set_coordinator_host($1, $2)', address(nodes.url));
    for (const worker of nodes.workers) await client.query('SELECT citus_add_node($1, $2)', address(worker));
  });
  return url;
}

/** How long nodes may take to leave a database that is closed. */
const LEFT_MS = 60_000;

/**
 * Lets a database be copied, as `CREATE DATABASE … TEMPLATE` on each node does: no session can use it any more, and Citus's
 * process that looks after it ends. A copy has its tables, shards and nodes.
 * @param {Nodes} nodes
 * @param {string} name
 */
export async function closeForCopies(nodes, name) {
  // On all nodes first: the processes of one connect to the others.
  await onEachNode(nodes, (server) =>
    withClient(server, (client) =>
      client.query(`ALTER DATABASE ${client.escapeIdentifier(name)} ALLOW_CONNECTIONS false`),
    ),
  );
  await onEachNode(nodes, (server) =>
    withClient(server, async (client) => {
      const terminate = async () => {
        // A session that was admitted just before shows up late.
        const { rows } = await client.query(
          'SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = $1',
          [name],
        );
        return rows.length === 0;
      };
      if (!(await waitUntil(terminate, { timeoutMs: LEFT_MS })))
        throw new Error(`Somebody does not leave the database ${name} on ${address(server).join(':')}.`);
    }),
  );
}

/**
 * @param {Nodes} nodes
 * @param {string} name
 * @param {string} template
 */
export async function copyDatabase(nodes, name, template) {
  await onEachNode(nodes, (server) =>
    withClient(server, (client) =>
      client.query(
        `CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE ${client.escapeIdentifier(template)}`,
      ),
    ),
  );
}

/**
 * @param {Nodes} nodes
 * @param {string} name
 */
export async function dropClusterDatabase(nodes, name) {
  await onEachNode(nodes, (server) =>
    withClient(server, (client) =>
      client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`),
    ),
  );
}

/**
 * @param {Nodes} nodes
 * @param {(server: string) => Promise<unknown>} work
 */
async function onEachNode(nodes, work) {
  await Promise.all([nodes.url, ...nodes.workers].map(work));
}

/**
 * @param {string} url
 * @returns {[host: string, port: number]}
 */
function address(url) {
  const { hostname, port } = new URL(url);
  return [hostname, Number(port)];
}
