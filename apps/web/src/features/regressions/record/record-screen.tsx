import type { RegressionPage } from '@basecase/db/types';
import {
  isNightRecord,
  type Lede as LedeModel,
  prepareLede,
  prepareRecordConfounders,
} from '@basecase/views/regressions';
import { methodHref } from '@basecase/views/url';
import type { ReactNode } from 'react';
import { MetaLine } from '../../../ui/page/meta-line';
import { Confounders } from '../../../ui/table/confounders';
import { Builds, Elsewhere } from './elsewhere';
import { Evidence } from './evidence';
import { History } from './history';
import { Ladder } from './ladder';
import { Neighbours } from './neighbours';
import { NightParts } from './nights/night-parts';
import { SameNight } from './nights/same-night';
import { Suspects } from './nights/suspects';
import { Notes } from './notes';
import { Permalink } from './permalink';
import { Repeats } from './repeats';
import { Sources } from './sources';
import { Triage } from './triage';
import { TriageForm } from './triage-form';
import { WhyRecord } from './why-record';

interface Props {
  page: RegressionPage;
  canTriage: boolean;
  /** Set on a frozen page: says since when, and nothing can be changed there. */
  frozen?: ReactNode;
  /** The button that shares the page. */
  share: ReactNode;
}

/** One regression or improvement: its verdict, the evidence and the triage. */
export function RecordScreen({ page, canTriage, frozen, share }: Props) {
  const isLive = frozen === undefined;
  return (
    <main id="main" className="page record">
      <Lede lede={prepareLede(page)} frozen={frozen} share={share} />
      <Gone page={page} />
      <Confounders model={prepareRecordConfounders(page)} />
      <div className="cols record-columns">
        <div className="stack">
          {isNightRecord(page) ? <NightParts page={page} /> : <Ladder page={page} />}
          <Evidence page={page} />
          <WhyRecord page={page} isLive={isLive} />
          <SameNight page={page} />
          <Neighbours page={page} />
          {isLive ? <Elsewhere page={page} /> : null}
          <Builds page={page} />
          <Repeats page={page} />
        </div>
        <div className="stack">
          {page.nights ? <Suspects nights={page.nights} /> : null}
          {isLive ? <Decisions page={page} canTriage={canTriage} /> : null}
          <Sources page={page} />
          <History events={page.history} />
        </div>
      </div>
    </main>
  );
}

/** What people decide and write, which is not frozen. */
function Decisions({ page, canTriage }: { page: RegressionPage; canTriage: boolean }) {
  const { slug, triageVersion, state, owner, bugUrl, fix, nights } = page;
  const triaged = { slug, triageVersion, state, owner, bugUrl, fix, isOfBuilds: nights !== null };
  return (
    <>
      {canTriage ? <TriageForm page={triaged} /> : <Triage page={page} />}
      <Permalink path={`/r/${page.slug}`} canCreate={canTriage} />
      <Notes slug={page.slug} notes={page.notes} version={page.notesVersion} canWrite={canTriage} />
    </>
  );
}

function Lede({ lede, frozen, share }: { lede: LedeModel; frozen: ReactNode; share: ReactNode }) {
  const { title, meta, ratio, level, base, noise, verdict, topic, notMeasured, sentences } = lede;
  return (
    <div className="lede">
      <div className={`big ${level}`}>
        {ratio}
        <small>{base}</small>
        <small>{noise}</small>
      </div>
      <div>
        <h1>{title}</h1>
        <MetaLine parts={meta} />
        <p className="verdict-line">
          <strong>
            <a href={methodHref(topic)}>{verdict}</a>.
          </strong>{' '}
          {notMeasured ? <span className="pill not-measured">{notMeasured}</span> : null}{' '}
          {sentences.join(' ')}
        </p>
      </div>
      {frozen}
      {share}
    </div>
  );
}

/** A record that the data do not show any more, or that is part of another now. */
function Gone({ page }: { page: RegressionPage }) {
  const { withdrawnAt, mergedInto, splitFrom } = page;
  return (
    <>
      {withdrawnAt !== null ? (
        <p className="note" role="note">
          <strong>Withdrawn:</strong>{' '}
          {mergedInto === null ? (
            'the data no longer show it. Its history is kept.'
          ) : (
            <>
              it is part of <a href={`/r/${mergedInto}`}>{mergedInto}</a> now.
            </>
          )}
        </p>
      ) : null}
      {splitFrom !== null ? (
        <p className="note" role="note">
          Was part of <a href={`/r/${splitFrom}`}>{splitFrom}</a> until newer data separated the two.
        </p>
      ) : null}
    </>
  );
}
