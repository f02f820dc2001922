import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { drawEnd, type Recording } from '@basecase/record';
import { EXIT, type ExitCode } from '../exit';
import type { Io } from '../io';
import { START } from '../release';
import { type Delivery, deliver } from './deliver';
import type { Terminal } from './screen';

interface Finishing {
  against?: string;
  token?: string;
  io: Io;
  terminal: Terminal;
}

/** The result first, then where it is: sent, stored here, or kept with what to do next. */
export async function finishRecording(recording: Recording, finishing: Finishing): Promise<ExitCode> {
  const { against, token, io, terminal } = finishing;
  const { tarballs, why } = recording;
  await io.print(`${drawEnd(recording, terminal.plain)}\n\n`);
  if (tarballs.length === 0) return why === 'stopped' ? EXIT.stopped : EXIT.nothingRead;
  const delivery = await deliver(tarballs, { against, token, io });
  await io.print(`${await describeDelivery(recording, delivery, finishing)}\n`);
  if (delivery.outcome === 'failed') return EXIT.notSent;
  if (why === 'stopped') return EXIT.stopped;
  return why === 'failed' ? EXIT.nothingRead : EXIT.ok;
}

async function describeDelivery(
  { tarballs, directory, plan, rounds, why }: Recording,
  delivery: Delivery,
  { against, io }: Finishing,
): Promise<string> {
  const here = relative(io.cwd, directory) || '.';
  const sizes = await Promise.all(tarballs.map(async (path) => (await stat(path)).size));
  const size = sizeText(sizes.reduce((sum, one) => sum + one, 0));
  const files = `${here}/*.tar.gz`;
  const resume = why === 'stopped' || why === 'minutes' || why === 'failed';
  const goOn = resume ? [`Go on from round ${rounds.length + 1}:   basecase record --resume ${here}`] : [];
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
  const what = [
    count(tarballs.length, 'version'),
    count(plan.tests.length, 'test'),
    count(rounds.length, 'round'),
  ].join(' × ');
  const early = why === 'stopped' ? ', marked as ended early' : '';
  switch (delivery.outcome) {
    case 'stored':
      return [
        `${against === undefined ? 'Stored' : 'Sent'}${early}: ${what}, ${size}. The data directories are removed.`,
        '',
        ...delivery.links.map((link) => `  ${link}`),
        ...(goOn.length > 0 ? ['', ...goOn] : []),
      ].join('\n');
    case 'kept':
      return [
        `Kept${early}: ${what}, ${size}. The data directories are removed.`,
        '',
        `  kept in      ${files}`,
        `  look at it   ${START}, and in another terminal: basecase ingest ${files}`,
        `  send it      basecase upload ${files} --url https://…`,
        ...goOn,
      ].join('\n');
    case 'failed':
      return [
        `Not ${against === undefined ? 'stored' : 'sent'}: ${delivery.reason} Nothing is lost:`,
        '',
        `  kept in      ${files}, ${size}`,
        against === undefined
          ? `  store later  basecase ingest ${files}`
          : `  send later   basecase upload ${files} --url ${against}`,
        ...goOn,
      ].join('\n');
  }
}

/** `1.9 MB`, `42 kB`. */
function sizeText(bytes: number): string {
  return bytes < 1e5 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
