import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface TestProvider {
  issuer: string;
  close(): Promise<void>;
}

/**
 * Starts a real OpenID Connect provider on this machine.
 *
 * @param redirectUri of the client, the only one that it leads back to
 * @throws Error when it ends before it has an address
 */
export async function openProvider(
  redirectUri: string,
  client: { id: string; secret: string },
): Promise<TestProvider> {
  const script = path.join(import.meta.dirname, 'provider-process.ts');
  const args = ['--import', 'tsx', script, redirectUri, client.id, client.secret];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line'), ended.then(() => [])]);
  const [issuer] = first as string[];
  if (issuer === undefined) throw new Error('The provider ended before it had an address.');
  return {
    issuer,
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
