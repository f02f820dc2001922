import { KINDS, MAX_TEXT } from '@basecase/contract/words';
import { AppError, toAppError } from '@basecase/db/errors';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { version } from '../../env';
import { isSameOrigin } from '../access/request-origin';
import { database } from '../database';
import { logError } from '../log';
import { compareVersions } from './compare-versions';
import { explainChange, findChanges } from './find-changes';
import { type Asking, listMeasured } from './measured';
import { showScaling } from './show-scaling';

const INSTRUCTIONS = `Results of database benchmarks: which versions are slower or faster, where, how sure that is, and why.
Start with find_changes for "what regressed", with compare_versions for two versions, with list_measured for names. Then
explain_change says of one change whether it is real, its evidence and what would settle it. Ratios are version / base:
0.90 is 10% slower. Cite the addresses of the answers with every number.`;

const place = {
  product: z.string().max(MAX_TEXT).optional().describe('MySQL, PostgreSQL, MariaDB, RocksDB, …'),
  server: z.string().max(MAX_TEXT).optional().describe('Name or slug of one server.'),
  cores: z.number().int().min(1).max(4096).optional().describe('Only servers with so many cores.'),
};
const test = z.string().max(MAX_TEXT).optional().describe('A part of the names of tests.');

/**
 * Answers one message of the Model Context Protocol over Streamable HTTP, without sessions
 * (https://modelcontextprotocol.io/specification). Its tools read and change nothing; whoever may read pages may ask.
 */
export async function answerMcp(request: Request, baseUrl: string): Promise<Response> {
  // The protocol asks servers to refuse pages of other sites.
  if (request.headers.has('origin') && !isSameOrigin(request.headers)) {
    throw new AppError({ status: 403, code: 'CROSS_SITE' }, 'Pages of other sites cannot ask here.');
  }
  const server = toolServer({ db: database(), baseUrl });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request);
  } finally {
    await server.close();
  }
}

function toolServer(asking: Asking): McpServer {
  const server = new McpServer(
    { name: 'basecase', title: 'Basecase', version: version() },
    { instructions: INSTRUCTIONS },
  );
  const add = <Schema extends z.ZodObject>(
    name: string,
    description: string,
    schema: Schema,
    answer: (asked: z.infer<Schema>) => Promise<string>,
  ) => {
    const about = { description, inputSchema: schema as z.ZodObject, annotations: { readOnlyHint: true } };
    server.registerTool(name, about, async (asked) => textContent(name, answer(asked as z.infer<Schema>)));
  };
  add(
    'find_changes',
    'What regressed (or improved): events with class, size, certainty and address, the largest first. If there are none, says whether the version was measured.',
    z.strictObject({
      ...place,
      version: z.string().max(MAX_TEXT).optional().describe('First bad version or commit, e.g. 18.2.'),
      test,
      kind: z.enum(KINDS).optional().describe('Default: regression.'),
      state: z.enum(['open', 'fixed', 'closed', 'all']).optional().describe('Default: open.'),
    }),
    (asked) => findChanges(asking, asked),
  );
  add(
    'explain_change',
    'Of one event or record: is it real, noise, method or machine; evidence for and against; hardware costs; runs; what would settle it.',
    z.strictObject({
      slug: z.string().min(1).max(MAX_TEXT).describe('Slug of an event or record, as find_changes gives it.'),
    }),
    (asked) => explainChange(asking, asked),
  );
  add(
    'compare_versions',
    'Two versions on every server and workload that measured both: a sentence, and the tests that changed (with test: all that match) with ratio and certainty.',
    z.strictObject({
      base: z.string().min(1).max(MAX_TEXT).describe('The older version.'),
      version: z.string().min(1).max(MAX_TEXT).describe('The newer version.'),
      ...place,
      test,
    }),
    (asked) => compareVersions(asking, asked),
  );
  add(
    'show_scaling',
    'A workload by its number of clients: where each version peaks, contention and coherency of the scaling law, and what explains a change.',
    z.strictObject({
      ...{ product: place.product, test },
      server: z.string().min(1).max(MAX_TEXT).describe('Name or slug of one server.'),
    }),
    (asked) => showScaling(asking, asked),
  );
  add(
    'list_measured',
    'Which versions of which products were measured, on which servers, with which workloads.',
    z.strictObject(place),
    (asked) => listMeasured(asking, asked),
  );
  return server;
}

/** The answer of a tool; of an error what everybody may know of it. */
async function textContent(name: string, answered: Promise<string>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: await answered }] };
  } catch (error) {
    const cause = error instanceof TRPCError && error.cause ? error.cause : error;
    const { status, publicMessage } = toAppError(cause);
    if (status >= 500) logError(`mcp ${name}`, cause);
    return { content: [{ type: 'text', text: `${publicMessage.replace(/\.$/, '')}.` }], isError: true };
  }
}
