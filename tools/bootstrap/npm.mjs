import { existsSync } from 'node:fs';
import { run } from './children.mjs';

/**
 * Runs npm to its end: the one that started us when there is one.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} options
 */
export async function npm(args, options) {
  const own = process.env.npm_execpath;
  const [command, first] = own?.endsWith('.js') && existsSync(own) ? [process.execPath, [own]] : ['npm', []];
  await run(command, [...first, ...args, '--no-audit', '--no-fund'], options);
}
