import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { CliCommand } from '../cli-command';
import { type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { findLocalServer } from '../local-server';
import { type RemoteOptions, withRemote } from '../options';
import { START } from '../release';

const EXAMPLES = `
Assistants that speak the Model Context Protocol start this command and ask it over standard input and output: what
regressed, whether it is real, what the evidence is. It passes each message to a Basecase server and changes nothing:
without --url to the running "${START}". A server that is closed for reading needs a token with the role reader.

Examples:
  basecase mcp
  basecase mcp --url https://bench.example --token bc_…
  claude mcp add basecase -- npx basecase mcp --url https://bench.example`;

/** Adds `basecase mcp` to the command line. */
export function defineMcp(command: CliCommand, io: Io): void {
  withRemote(command)
    .addHelpText('after', EXAMPLES)
    .runs((options: RemoteOptions) => runMcp(options, io, process));
}

/**
 * Passes messages between an assistant and the server until the assistant closes its side.
 *
 * @throws UsageError for an address that is none, and without an address when no server runs
 */
export async function runMcp(
  { url, token }: RemoteOptions,
  io: Io,
  { stdin, stdout }: { stdin: Readable; stdout: Writable },
): Promise<ExitCode> {
  const address = url ?? (await findLocalServer(io)).url;
  if (!URL.canParse(address) || !new URL(address).protocol.startsWith('http')) {
    throw new UsageError(`--url is not a web address: "${address}". Example: http://host:3000`);
  }
  const [{ StdioServerTransport }, { StreamableHTTPClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
  ]);
  const assistant = new StdioServerTransport(stdin, stdout);
  const secret = token?.trim();
  const server = new StreamableHTTPClientTransport(new URL('mcp', address.replace(/\/?$/, '/')), {
    ...(secret && { requestInit: { headers: { authorization: `Bearer ${secret}` } } }),
  });
  const waiting = new Set<Promise<void>>();
  server.onmessage = (message) => void assistant.send(message);
  assistant.onmessage = (message) => {
    const sent = server.send(message).catch((error) => refuse(message, error));
    waiting.add(sent);
    void sent.finally(() => waiting.delete(sent));
  };
  assistant.onerror = (error) => io.note(`Not a message of the protocol: ${error.message}`);
  /** A request needs an answer; a notification needs none. */
  async function refuse(message: JSONRPCMessage, error: Error): Promise<void> {
    const text = `${address} did not answer: ${error.message}`;
    io.note(text);
    if (!('id' in message) || !('method' in message)) return;
    await assistant.send({ jsonrpc: '2.0', id: message.id, error: { code: -32_000, message: text } });
  }
  const ended = new Promise((resolve) => stdin.once('end', resolve));
  await server.start();
  await assistant.start();
  await ended;
  await Promise.all(waiting);
  await server.close();
  return 0;
}
