import { FAINTLY_BETTER, FAINTLY_WORSE, isChange, verdictLevel } from '@basecase/analysis';
import type { RegressionEntry } from '@basecase/db/types';
import { shortWorkloadLabel } from '../text/workload-label';
import { type Change, serverName, USUAL_UNIT } from './prepare-changes';

/** From here on a change has a fill; records are there because they are beyond noise, not because of their size. */
const FULL_COLOUR = 0.95;
/** A record that is smaller than that still changed. */
const FAINT = { regression: FAINTLY_WORSE, improvement: FAINTLY_BETTER } as const;

/** A regression record as a change of the home page, with a link to its own page. */
export function toRecordChange(record: RegressionEntry): Change {
  const { slug, kind, test, product, firstBad, lastGood, ratio, workload, server } = record;
  const level = verdictLevel(ratio, 'higher-is-better', FULL_COLOUR);
  return {
    key: slug,
    test: test.name,
    range: test.range,
    ratio,
    level: !isChange(level) ? FAINT[kind] : level,
    words: `${product} ${firstBad.version} after ${lastGood.version}`,
    unit: test.unit === USUAL_UNIT ? '' : test.unit,
    workload: shortWorkloadLabel(workload),
    costs: reasonOf(record),
    server: serverName(record),
    serverSlug: server.slug,
    href: `/r/${slug}`,
  };
}

/** What moved with it, without the size, which stands beside it, and without the footnote. */
function reasonOf({ explanation }: RegressionEntry): string {
  if (!explanation) return 'costs not recorded';
  return explanation
    .replace(/^\d+% (?:slower|faster); /, '')
    .replace(/ Shares overlap: .*$/, '')
    .replace(/\.$/, '');
}
