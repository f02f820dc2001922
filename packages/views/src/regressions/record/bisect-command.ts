import { commitSearchSentence, signedPercent } from '@basecase/analysis';
import type { RegressionPage } from '@basecase/db/types';
import { forShell, lookUp } from '@basecase/ingest/model';
import { countText, dayText } from '../../text/words';

/** How products name the tag of a release: `REL_18_1`, `mysql-8.0.43`. */
const TAGS: Readonly<Record<string, (version: string) => string>> = {
  PostgreSQL: (version) =>
    `REL_${version
      .replace(/(?=(?:beta|rc)\d)/, '_')
      .replaceAll('.', '_')
      .toUpperCase()}`,
  MySQL: (version) => `mysql-${version}`,
  MariaDB: (version) => `mariadb-${version}`,
  RocksDB: (version) => `v${version}`,
};

/**
 * The command that searches the commit of a change, from the last good to the first bad build. Tags of two release branches are
 * not on one line of commits, so releases are searched from the commit where they part: of one branch that is the last good one.
 *
 * @returns null of a stop, which has no number to search, and of nights whose commits are not known
 */
export function bisectCommand(page: RegressionPage): { command: string; note: string } | null {
  const { nights, product, test, server, workload, firstBad, lastGood, stop } = page;
  if (stop) return null;
  const tagOf = lookUp(TAGS, product) ?? ((version: string) => version);
  const ends = nights
    ? [nights.lastGood.commit, nights.firstBad.commit]
    : [tagOf(lastGood.version), tagOf(firstBad.version)];
  const [good, bad] = ends.map((end) => end ?? null);
  if (!good || !bad) return null;
  const options = [
    `--test ${forShell(test.key)}`,
    `--server ${server.slug}`,
    `--workload ${workload.slug}`,
    `--record ${page.slug}`,
  ];
  return {
    command: `basecase bisect ${nights ? forShell(good) : `"$(git merge-base ${forShell(good)} ${forShell(bad)})"`} ${forShell(bad)} ${options.join(' ')} -- ./build-and-run.sh`,
    note: nights
      ? 'Run it in a clone of the source, on this server.'
      : 'Run it in a clone of the source, on this server. The tags are the usual ones of these releases. If the branches part between them, the search begins at that commit, and measures first whether it is good.',
  };
}

/** The verdict of a search as pages show it. */
export function searchModel(search: NonNullable<RegressionPage['search']>) {
  const { change, runs, by, at, verdict } = search;
  const moved = change === null ? '' : `BAD against GOOD: ${signedPercent(Math.log(change))}, `;
  const who = by === 'local' ? 'on this machine' : `by ${by}`;
  return {
    sentence: commitSearchSentence(search),
    about: `${moved}${countText(runs, 'run')}, ${who}, ${dayText(at)}.`,
    evidence: verdict,
  };
}
