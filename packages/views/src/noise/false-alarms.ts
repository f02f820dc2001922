import type { ServerFlags } from '@basecase/db/types';
import { listHref } from '../regressions/regressions-state';
import { countText, fullServerName } from '../text/words';
import { serverHref } from '../url/hrefs';

const WARNINGS: Readonly<Record<NonNullable<ServerFlags['warning']>, string>> = {
  'come and go both ways':
    'Flags come and go, slower and faster alike: this looks like noise. Repeat a version to measure the noise of this server.',
  'marked as noise':
    'Half of the flags were marked as noise. Repeat a version to measure the noise of this server.',
};

/** The page about our own false alarms. */
export function falseAlarmsModel(servers: readonly ServerFlags[]) {
  const sum = (of: (row: ServerFlags) => number) => servers.reduce((total, row) => total + of(row), 0);
  const [flags, followed, rotated, noise] = [
    sum((row) => row.flags),
    sum((row) => row.followed),
    sum((row) => row.rotated),
    sum((row) => row.noise),
  ];
  const random = servers.filter(({ warning }) => warning !== null).length;
  return {
    sentence:
      flags === 0
        ? { strong: 'No flags yet.', rest: ' They are counted after the first change is found.' }
        : {
            strong: `${rotated} of ${followed} flags that later versions could confirm came and went.`,
            rest: ` Slower ${partText(
              sum((row) => row.slower),
              flags,
            )} of ${countText(flags, 'flag')}; ${noise} marked as noise. ${
              random === 0
                ? 'No server has flags that look random.'
                : `The flags of ${countText(random, 'server')} look random.`
            }`,
          },
    rows: servers.map((row) => ({
      key: row.slug,
      server: fullServerName(row),
      serverHref: serverHref(row.slug),
      flags: row.flags,
      flagsHref: listHref({ server: row.slug, state: 'all' }),
      rotated: row.followed === 0 ? '–' : `${row.rotated} of ${row.followed}`,
      rotatedPart: row.followed === 0 ? '–' : partText(row.rotated, row.followed),
      sides: `${row.slower} slower, ${row.faster} faster`,
      oneSided: partText(Math.max(row.slower, row.faster), row.flags),
      noise: row.noise,
      warning: row.warning === null ? '' : WARNINGS[row.warning],
    })),
  };
}

/** `45%` */
function partText(part: number, of: number): string {
  return of === 0 ? '–' : `${Math.round((part / of) * 100)}%`;
}
