import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { env } from '../../env';
import { onHttpServer } from '../http-server';
import { checkAddress } from './bad-address';
import { isReadingClosed, keepPrivate, whyClosed } from './closed-reading';
import { proxyList, readVisit } from './read-visit';
import { refuse } from './refusal';
import { whyRefused } from './refused-host';
import { checkForm } from './unreadable-form';
import { FORWARDED_HEADERS, visits } from './visit';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Puts a gate before Next.js. It sees each request as it came, with the address of its connection, which handlers
 * cannot see: Next.js takes over the X-Forwarded-* headers that a client sends.
 */
export function guardRequests(): void {
  const handle = openGate();
  onHttpServer((server) => {
    const emit = server.emit.bind(server);
    server.emit = ((event: string, ...args: unknown[]) => {
      if (event !== 'request') return emit(event, ...args);
      const [request, response] = args as [IncomingMessage, ServerResponse];
      handle(request, response, () => emit('request', request, response));
      return true;
    }) as Server['emit'];
  });
}

/** @returns what happens to a request: it is refused, or handled within its visit */
function openGate(): (request: IncomingMessage, response: ServerResponse, next: Handle) => void {
  const proxies = proxyList(env().BASECASE_TRUSTED_PROXY);
  return (request, response, next) => {
    const visit = readVisit(request, proxies);
    const refusal = whyRefused(visit, request) ?? checkAddress(request) ?? checkForm(request, response);
    if (refusal) return refuse(request, response, refusal);
    believeOnly(request, visit.host, visit.scheme);
    const pass = () => visits.run({ ...visit, mayRead: true }, () => next(request, response));
    if (!isReadingClosed()) return pass();
    keepPrivate(request, response);
    // The body waits: Node.js reads none without a reader. `whyClosed` throws nothing.
    void visits
      .run({ ...visit, mayRead: false }, () => whyClosed(request))
      .then((closed) => (closed ? refuse(request, response, closed) : pass()));
  };
}

/** Next.js reads these headers itself, e.g. to compare the origin of a form: it gets what is known and nothing else. */
function believeOnly({ headers }: IncomingMessage, host: string | null, scheme: string): void {
  for (const name of FORWARDED_HEADERS) delete headers[name];
  const { BASECASE_URL } = env();
  const isPublic = BASECASE_URL !== null && headers.origin === new URL(BASECASE_URL).origin;
  const shown = isPublic ? new URL(BASECASE_URL).host : host;
  if (shown !== null) headers['x-forwarded-host'] = shown;
  headers['x-forwarded-proto'] = scheme;
}
