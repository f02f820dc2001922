import { createInterface } from 'node:readline/promises';
import { drawOffer, drawTooNoisy, type Offer, tooNoisy } from '@basecase/record';
import type { Io } from '../io';
import type { Terminal } from './screen';

/**
 * Shows plan and machine. On a terminal Enter continues; elsewhere it starts without a question.
 *
 * @param isAsked false: it starts unless the machine is too noisy
 */
export async function confirmStart(
  offer: Offer,
  { isAsked, io, terminal, signal }: { isAsked: boolean; io: Io; terminal: Terminal; signal: AbortSignal },
): Promise<'start' | 'declined' | 'too noisy'> {
  io.progress(null);
  await io.print(`\n${drawOffer(offer, terminal.plain)}\n`);
  const noisy = tooNoisy(offer);
  if (noisy) {
    await io.print(`\n${drawTooNoisy(offer, noisy)}\n`);
    return 'too noisy';
  }
  if (!isAsked || !terminal.isTTY || !process.stdin.isTTY) {
    await io.print('\n');
    return 'start';
  }
  // Not in raw mode: Ctrl C has to stay a signal.
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  try {
    // An input that ends is not a yes.
    const closed = new Promise<string>((resolve) => void lines.once('close', () => resolve('n')));
    const answer = await Promise.race([lines.question('\nStart? [Y/n] ', { signal }), closed]);
    if (/^\s*n/i.test(answer)) {
      await io.print('Nothing was measured, nothing was sent.\n');
      return 'declined';
    }
    return 'start';
  } finally {
    lines.close();
  }
}
