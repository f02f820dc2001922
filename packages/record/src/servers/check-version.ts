/**
 * Numbers must not stand under another version than the one that made them.
 *
 * @param planned of the plan: `17.10`, or `10.11` for any of that line
 * @param found as the server says it: `15.18 (Debian 15.18-0+deb12u1)`, `5.5.5-10.11.19-MariaDB-0+deb12u1`
 * @throws Error when they differ
 */
export function checkVersion(planned: string, found: string): void {
  const said = found.replace(/^5\.5\.5-(?=\d)/, '');
  const isSame = said.startsWith(planned) && !/^\d/.test(said.slice(planned.length));
  if (!isSame) throw new Error(`the plan says version ${planned}, the server says ${said}`);
}
