import { carry } from '../../features/uploads/send/carried';
import type { Dropped } from '../../features/uploads/send/take-dropped';

const NONCE = /'nonce-([^']+)'/;

/**
 * Opens the upload page with what was dropped. Files outlive no change of the page, so the upload page takes the place
 * of this document within the same window: its scripts find there what was left for them.
 */
export async function carryToUpload(dropped: readonly Dropped[]): Promise<void> {
  const response = await fetch('/upload');
  const theirs = NONCE.exec(response.headers.get('content-security-policy') ?? '')?.[1];
  const own = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  const page = await response.text();
  if (!response.ok || !theirs || !own) {
    window.location.assign('/upload');
    return;
  }
  carry(dropped);
  // Next's router reloads an entry without its state on "back".
  window.history.replaceState({ ...window.history.state, left: true }, '');
  window.history.pushState(null, '', '/upload');
  document.open();
  // The policy of the first document stays in force.
  document.write(page.replaceAll(theirs, own));
  document.close();
}
