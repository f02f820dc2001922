import '../../../ui/table/confounders.css';
import '../../../ui/styles/lists.css';
import '../../../ui/markdown/markdown.css';
import '../../../features/regressions/record.css';
import '../../../features/regressions/night-record.css';
import '../../../ui/chart/nights.css';
import { hasFrozenRuns } from '@basecase/db/permalinks/frozen-runs';
import { linkMeta, recordLink } from '@basecase/views/link';
import { describeRecord } from '@basecase/views/regressions';
import type { Metadata } from 'next';
import { FrozenNote } from '../../../features/regressions/record/frozen-note';
import { RecordScreen } from '../../../features/regressions/record/record-screen';
import { ShareRecord } from '../../../features/share/share-view';
import { maySeeLive } from '../../../server/access/may-see-live';
import { database } from '../../../server/database';
import { pageOrigin } from '../../../server/pages/page-origin';
import { socialMetadata } from '../../../server/pages/social-metadata';
import type { FrozenRegression } from '../../../server/regressions/frozen-regression';
import { serverCaller } from '../../../server/root';
import { LinkCard } from '../../../ui/link/link-card';
import { TopBar } from '../../../ui/page/top-bar';

export async function frozenRecordMetadata({ slug, record }: FrozenRegression): Promise<Metadata> {
  const path = `/p/${slug}`;
  return socialMetadata({
    origin: await pageOrigin(),
    ...linkMeta(recordLink(record)),
    path,
    image: `${path}/opengraph-image`,
  });
}

/** A regression or improvement as it was frozen. */
export async function FrozenRecord({ frozen }: { frozen: FrozenRegression }) {
  const { slug, record, createdAt, author, livePath, serverNote } = frozen;
  const [mayLook, hasRuns] = await Promise.all([maySeeLive(), hasFrozenRuns(database(), slug)]);
  const live = mayLook ? frozen.live : null;
  const corrections = mayLook ? await serverCaller().permalinks.corrections({ slug }) : null;
  const { parserVersions, ruleVersion } = record;
  const note = <FrozenNote {...{ createdAt, live, livePath, parserVersions, ruleVersion, corrections }} />;
  return (
    <>
      <TopBar current={null} />
      <LinkCard card={recordLink(record)} frozen={{ createdAt, author }} />
      <RecordScreen
        page={record}
        canTriage={false}
        frozen={note}
        serverNote={serverNote}
        share={
          <ShareRecord
            path={`/p/${slug}`}
            slug={slug}
            title={describeRecord(record).title}
            runsPath={hasRuns ? `/api/v1/permalinks/${slug}` : null}
            rows={record.series?.sameNight.length ?? record.neighbours.length}
          />
        }
      />
    </>
  );
}
