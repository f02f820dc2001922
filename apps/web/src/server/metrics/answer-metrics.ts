import type { IncomingMessage, ServerResponse } from 'node:http';
import { AuthError } from '../access/auth-error';
import { refuse } from '../access/refusal';
import { isLocalMode } from '../access/request-origin';
import { type Visit, visits } from '../access/visit';
import { findVisitor } from '../access/visitor';
import { processDatabase } from '../database';
import { logError } from '../log';
import type { Metrics } from './metrics';

/**
 * Answers `/metrics` in the text form of Prometheus, without the app. Open to every token, and in local mode
 * to programs on this machine; other visitors are refused, also where reading is open: the figures say how busy this server is and what fails.
 */
export function metricsAnswer(
  metrics: Pick<Metrics, 'registry'>,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    answer(metrics, request, response).catch((error: unknown) => {
      logError('GET /metrics', error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };
}

async function answer(
  { registry }: Pick<Metrics, 'registry'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refuse(request, response, {
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
      title: 'Method not allowed',
      text: 'Use GET.',
      headers: { allow: 'GET, HEAD' },
    });
  }
  if (!isOnThisMachine(visits.getStore()) && !(await hasToken(request))) {
    return refuse(request, response, {
      status: 401,
      code: 'TOKEN_MISSING',
      title: 'A token is missing',
      text: 'Figures need a token: send "Authorization: Bearer …".',
      headers: { 'www-authenticate': 'Bearer realm="basecase"' },
    });
  }
  const text = await registry.metrics();
  response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' });
  response.end(request.method === 'HEAD' ? undefined : text);
}

/**
 * A connection from this machine to a server that only this machine reaches. Elsewhere a proxy on this machine that adds no
 * header would make figures public.
 */
function isOnThisMachine(visit: Visit | undefined): boolean {
  const address = visit?.address ?? '';
  return isLocalMode() && visit?.isForwarded === false && (address === '::1' || address.startsWith('127.'));
}

/** Every token but those of agents may read figures; a cookie gives no right here. */
async function hasToken({ headers }: IncomingMessage): Promise<boolean> {
  if (!headers.authorization) return false;
  try {
    const sent = new Headers({ authorization: headers.authorization });
    const visitor = await findVisitor(sent, processDatabase());
    return visitor !== null && visitor.role !== 'agent';
  } catch (error) {
    if (error instanceof AuthError) return false;
    throw error;
  }
}
