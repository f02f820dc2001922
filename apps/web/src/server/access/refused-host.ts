import type { IncomingMessage } from 'node:http';
import type { Refusal } from './refusal';
import { isHost, isLocalMode, isLoopbackHost } from './request-origin';
import type { Visit } from './visit';

/** Monitoring asks by any name; the answer says nothing about the data. */
const HEALTH = /^\/api\/health(?:\/(?:live|ready))?\/?(\?|$)/;

/**
 * Why a request is not for this server by the host that it asks for; null when it is.
 *
 * In local mode everybody may do all, so a request must name this machine: a page elsewhere whose name points at
 * 127.0.0.1 would otherwise read everything through the visitor's browser.
 */
export function whyRefused({ host }: Visit, { url = '/' }: Pick<IncomingMessage, 'url'>): Refusal | null {
  if (HEALTH.test(url)) return null;
  if (host !== null && !isHost(host)) {
    return {
      status: 400,
      code: 'HOST_INVALID',
      title: 'Bad request',
      text: 'The Host header is not a host.',
    };
  }
  if (!isLocalMode() || isLoopbackHost(host)) return null;
  return {
    status: 421,
    code: 'HOST_NOT_LOCAL',
    title: 'Not the name of this machine',
    text:
      `This Basecase is in local mode: it answers only to names of the machine it runs on, such as localhost or ` +
      `127.0.0.1, and was asked for "${host ?? ''}". To reach it by another name, start it with HOST or, behind a ` +
      'proxy, with BASECASE_URL and BASECASE_TRUSTED_PROXY; writing then needs a token.',
  };
}
