import { headers } from 'next/headers';
import { hostOf } from '../request-origin';

/** Address of this server as the visitor of a page knows it: `https://bench.example`. Links in cards are absolute. */
export async function pageOrigin(): Promise<URL> {
  const given = await headers();
  const scheme = given.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https' ? 'https' : 'http';
  const address = `${scheme}://${hostOf(given) ?? 'localhost'}`;
  return new URL(URL.canParse(address) ? address : 'http://localhost');
}
