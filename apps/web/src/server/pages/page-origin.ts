import { headers } from 'next/headers';
import { baseUrlOf } from '../access/request-origin';

/** Address of this server as the visitor of a page knows it: `https://bench.example`. Links in cards are absolute. */
export async function pageOrigin(): Promise<URL> {
  return new URL(baseUrlOf(await headers()));
}
