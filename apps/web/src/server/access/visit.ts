import { AsyncLocalStorage } from 'node:async_hooks';

/** Who sent a request and what they asked for, as far as it can be believed. */
export interface Visit {
  /** IP address of the client: of the connection, or the one that a trusted proxy names; null when unknown. */
  address: string | null;
  /** Host that was asked for, with its port: `bench.example:3000`; null when the request has none. */
  host: string | null;
  scheme: 'http' | 'https';
  /** A header shows that the request passed through a proxy: it was not sent by a browser on this machine. */
  isForwarded: boolean;
}

/** A visit at the gate. */
interface GateVisit extends Visit {
  /** It may read: reading is open, it asks for what everybody may see, or it showed who it is. */
  mayRead: boolean;
}

/** Headers in which proxies describe the client. A client can send them, too. */
export const FORWARDED_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
];

/** On globalThis: Next.js puts copies of this module into several bundles, which must share one. */
const holder = globalThis as typeof globalThis & { basecaseVisits?: AsyncLocalStorage<GateVisit> };
holder.basecaseVisits ??= new AsyncLocalStorage();
/** The visit of each request from its arrival on: no header can pretend to be one. */
export const visits = holder.basecaseVisits;

/**
 * The visit that a request belongs to. One that did not come through the HTTP server of this process (a test, or a
 * request from before the gate was set up) is taken for what its own Host says, and nothing else of it is believed.
 */
export function visitOf(headers: Headers): Visit {
  return (
    visits.getStore() ?? {
      address: null,
      host: headers.get('host'),
      scheme: 'http',
      isForwarded: FORWARDED_HEADERS.some((name) => headers.has(name)),
    }
  );
}
