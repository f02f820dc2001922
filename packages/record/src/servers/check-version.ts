import type { BuiltInVariant } from '../plan/plan';

/**
 * Numbers must not stand under another version than the one that made them.
 *
 * @param planned from the plan: `17.10`, or `10.11` for any of that line; `serverVersion` if the line has its own name
 * @param found as reported by the server: `15.18 (Debian 15.18-0+deb12u1)`, `5.5.5-10.11.19-MariaDB-0+deb12u1`
 * @throws Error when they differ
 */
export function checkVersion(
  { version, serverVersion = version }: Pick<BuiltInVariant, 'version' | 'serverVersion'>,
  found: string,
): void {
  const said = found.replace(/^5\.5\.5-(?=\d)/, '');
  const isSame = said.startsWith(serverVersion) && !/^\d/.test(said.slice(serverVersion.length));
  if (!isSame) throw new Error(`the plan says version ${serverVersion}, the server says ${said}`);
}
