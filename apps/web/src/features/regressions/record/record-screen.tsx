import { isJudged, NO_VALUE } from '@basecase/analysis';
import type { RegressionEvent, RegressionPage, RepeatView } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import {
  fixText,
  isNightRecord,
  type Lede as LedeModel,
  ladderHint,
  ladderRows,
  neighboursModel,
  recordConfounders,
  recordLede,
  STATE_LABELS,
  throughputWords,
} from '@basecase/views/regressions';
import { countText, dayText, sharedNameText, timeText } from '@basecase/views/text';
import { methodHref } from '@basecase/views/url';
import type { ReactNode } from 'react';
import { Markdown } from '../../../ui/markdown/markdown';
import { safeHref } from '../../../ui/markdown/safe-href';
import { MetaLine } from '../../../ui/page/head-lines';
import { Section } from '../../../ui/page/section';
import type { PageColumn } from '../../../ui/table/column-table';
import { Confounders } from '../../../ui/table/confounders';
import { FindCommit } from './find-commit';
import { NightParts, SameNight, Suspects } from './nights/night-parts';
import { NotesForm } from './notes-form';
import { Permalink } from './permalink';
import { Builds, Elsewhere, Evidence, Sources, TableSection, VerdictCell, WhyRecord } from './record-parts';
import { TriageForm } from './triage-form';

interface Props {
  page: RegressionPage;
  canTriage: boolean;
  /** Set on a frozen page: says since when, and nothing can be changed there. */
  frozen?: ReactNode;
  /** On the name of the server, as it was frozen. Left out: read from the name. */
  serverNote?: string;
  /** The button that shares the page. */
  share: ReactNode;
}

/** One regression or improvement: its verdict, the evidence and the triage. */
export function RecordScreen({ page, canTriage, frozen, serverNote, share }: Props) {
  const isLive = frozen === undefined;
  const nameNote = serverNote ?? sharedNameText(page.server);
  return (
    <main id="main" className="page record">
      <Lede lede={recordLede(page)} frozen={frozen} share={share} />
      {nameNote === '' ? null : <p className="note">{nameNote}</p>}
      <Gone page={page} />
      <Confounders model={recordConfounders(page)} />
      <div className="cols record-columns">
        <div className="stack">
          {isNightRecord(page) ? <NightParts page={page} /> : <Ladder page={page} />}
          <Evidence page={page} />
          {page.stop ? null : <WhyRecord page={page} isLive={isLive} />}
          <SameNight page={page} />
          <Neighbours page={page} />
          {isLive ? <Elsewhere page={page} /> : null}
          <Builds page={page} />
          <Repeats page={page} />
        </div>
        <div className="stack">
          {page.nights ? <Suspects nights={page.nights} /> : null}
          <FindCommit page={page} isLive={isLive} />
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
          {notMeasured ? <span className="pill">{notMeasured}</span> : null} {sentences.join(' ')}
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

/** The versions in release order, from which the change arrives to where it ends. */
function Ladder({ page }: { page: RegressionPage }) {
  const { heading, scale, text } = throughputWords(page);
  const rows = ladderRows(page.ladder, page.kind, text);
  const base = versionLabel(page.lastGood.version);
  return (
    <TableSection
      title={page.kind === 'regression' ? 'First bad version' : 'First faster version'}
      hint={ladderHint(page.ladder, scale)}
      link={
        <a className="push" href={page.comparePath}>
          Open in compare
        </a>
      }
      className="data-table ladder"
      rows={rows}
      rowKey={({ column }) => column}
      rowClass={({ isFirstBad, isNewLevel }) =>
        [isFirstBad ? 'first-bad' : '', isNewLevel ? 'level' : ''].join(' ').trim() || undefined
      }
      columns={[
        {
          head: 'Version',
          kind: 'name',
          cell: ({ version, config, role, isFirstBad }) => (
            <>
              <strong>{version}</strong> {config ? <span className="dim">{config}</span> : null}{' '}
              {role && (isFirstBad ? <b>{role}</b> : <span className="dim">{role}</span>)}
            </>
          ),
        },
        { head: heading, kind: 'number', text: 'value' },
        {
          head: <span className="sr-only">Bar</span>,
          className: 'barcell',
          cell: ({ bar, isBad }) =>
            bar === null ? null : (
              <span className={`ladder-bar${isBad ? ' is-bad' : ''}`} style={{ width: `${bar}%` }} />
            ),
        },
        { head: `to ${base}`, kind: 'number', cell: VerdictCell },
        { head: 'to previous', kind: 'number', className: 'mid', text: 'previous' },
        { head: 'results', kind: 'number', className: 'dim', text: 'runs' },
      ]}
    />
  );
}

type Row = NonNullable<ReturnType<typeof neighboursModel>>['rows'][number];

/** Other tests of the same group at the same versions. */
function Neighbours({ page }: { page: RegressionPage }) {
  const versions = new Map(page.ladder.map(({ column, version }) => [column, version]));
  const model = neighboursModel(page.neighbours, { firstBad: page.firstBad.column, versions });
  if (!model) return null;
  return (
    <TableSection
      title="Neighbours"
      hint={`${page.test.groupLabel.toLowerCase()}: ${model.sentence}; to ${versionLabel(page.lastGood.version)}`}
      rows={model.rows}
      rowClass={({ isSelf }) => (isSelf ? 'own' : undefined)}
      columns={[
        {
          head: 'Test',
          kind: 'name',
          cell: ({ slug, isSelf, name, range }) => (
            <>
              {slug === null || isSelf ? name : <a href={`/r/${slug}`}>{name}</a>}{' '}
              <span className="dim">{range}</span>
            </>
          ),
        },
        ...model.heads.map(
          (head, index): PageColumn<Row> => ({
            head,
            kind: 'number',
            cell: ({ cells }) => cells[index] && VerdictCell(cells[index]),
          }),
        ),
      ]}
    />
  );
}

/** The results behind the two versions: repeats of one run, and runs made again. */
function Repeats({ page }: { page: RegressionPage }) {
  const own = new Set([page.firstBad.column, page.lastGood.column]);
  const shown = page.repeats.filter(({ column }) => own.has(column));
  const others = page.repeats.length - shown.length;
  if (shown.length === 0) return null;
  const { judged } = page;
  const bad = page.ladder.find(({ role }) => role === 'first bad')?.verdict;
  const rounds = bad && isJudged(bad) ? (bad.rounds?.n ?? 0) : 0;
  const { heading, text } = throughputWords(page);
  return (
    <TableSection
      title="Results behind the two versions"
      hint={`${rounds > 0 ? `compared round by round, in ${countText(rounds, 'round')} of both` : judged.sigma === null ? 'every result of both' : `medians of ${judged.baseRuns} and ${judged.versionRuns} are compared; noise of two single runs ${(judged.sigma * 100).toFixed(1)}%, from ${countText(judged.testPairs, 'repeat pair')} of this test and ${judged.serverPairs} of the server`}${others > 0 ? `; ${countText(others, 'result')} of other versions not shown` : ''}`}
      rows={shown}
      rowKey={({ runId, repeat }) => `${runId} ${repeat}`}
      columns={[
        { head: 'Version', kind: 'name', text: ({ version }) => versionLabel(version) },
        { head: 'Repeat', kind: 'number', text: 'repeat' },
        { head: heading, kind: 'number', text: ({ value }) => (value === null ? NO_VALUE : text(value)) },
        { head: 'Run', cell: ({ runId, at }) => <a href={`/runs/${runId}`}>{dayText(at)}</a> },
        { head: 'Counts', className: 'mid', text: noteOf },
      ]}
    />
  );
}

function noteOf({ status, isExcluded, isDoubtful }: RepeatView): string {
  if (isExcluded) return 'no: its run is marked as bad';
  if (isDoubtful) return 'no: suspect';
  return status === 'ok' ? 'yes' : `no: ${status.replace('_', ' ')}`;
}

/** Everything that changed, by data and by people; the newest first. */
function History({ events }: { events: RegressionEvent[] }) {
  if (events.length === 0) return null;
  return (
    <Section title="History">
      <ol className="list history">
        {events.map(({ id, text, by, at }) => (
          <li key={id}>
            <span>
              {text}
              <small>
                {byText(by)}, <time dateTime={at}>{timeText(at)}</time>
              </small>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function byText(by: string): string {
  if (by === 'job') return 'from the data';
  return by === 'local' ? 'on this machine' : by;
}

/** The triage for read-only visitors. */
function Triage({ page }: { page: RegressionPage }) {
  const { state, owner, bugUrl, fix } = page;
  const href = bugUrl === null ? null : safeHref(bugUrl);
  return (
    <Section title="Triage" aside={<span className="pill push">{STATE_LABELS[state]}</span>}>
      <dl className="inset form facts">
        <dt>Owner</dt>
        <dd>{owner ?? 'nobody'}</dd>
        <dt>Reported at</dt>
        <dd>{href === null ? (bugUrl ?? 'not reported') : <a href={href}>{bugUrl}</a>}</dd>
        <dt>Fix</dt>
        <dd>{fixText(fix) || 'not fixed'}</dd>
      </dl>
      <p className="inset fine dim">
        To change this, <a href="/tokens">sign in with a token</a>.
      </p>
    </Section>
  );
}

interface NotesProps {
  slug: string;
  notes: string;
  version: number;
  /** Others read. */
  canWrite: boolean;
}

/** The notes of a record, with a form for those allowed to edit. */
function Notes({ slug, notes, version, canWrite }: NotesProps) {
  const isEmpty = notes.trim() === '';
  return (
    <Section title="Notes">
      <div className={canWrite ? 'inset stored-notes' : 'inset'}>
        {isEmpty ? (
          <p className="mid">{canWrite ? 'No notes yet.' : 'No notes.'}</p>
        ) : (
          <Markdown source={notes} />
        )}
      </div>
      {canWrite ? <NotesForm slug={slug} notes={notes} version={version} /> : null}
    </Section>
  );
}
