import type { ServerPage } from '@basecase/db/types';
import { countText } from '../text/count-text';
import { joinNames } from '../text/join-names';
import { serverClass } from '../text/server-name';
import { dayText } from '../text/time-text';

/** The head of the page of a server. */
export function serverHead({ server, runs, products, firstRunAt, latestRunAt }: ServerPage) {
  const title = serverClass(server);
  const span =
    firstRunAt === null || latestRunAt === null
      ? ''
      : `first ${dayText(firstRunAt)}, newest ${dayText(latestRunAt)}`;
  return {
    title,
    /** Empty where the title is the name. */
    name: title === server.name ? '' : server.name,
    slug: server.slug,
    meta: [
      runs === 0 ? 'Nothing was measured here yet.' : `${countText(runs, 'run')} of ${joinNames(products)}`,
      span,
    ].filter(Boolean),
  };
}
