'use client';

import { homeUrl, type InboxItem, inboxSince, openText } from '@basecase/views/home';
import { listHref } from '@basecase/views/regressions';
import { timeText } from '@basecase/views/text';
import { useEffect, useState } from 'react';
import { SentForm } from '../../ui/form/data-form';
import { HowSure } from '../../ui/table/how-sure';
import { Tile } from '../../ui/table/tile';
import { useLastVisit } from '../../ui/visit/use-last-visit';
import { SavedViewsList } from './saved-views-list';

interface Props {
  items: readonly InboxItem[];
  /** `since` of the address; empty: the last visit. */
  asked: string;
  /** The time it means, or 7 days ago. */
  since: string;
  /** Open events in all. */
  open: number;
}

/** News since the last visit of this browser, and its saved views: the only part of the page that runs in the browser. */
export function HomeInbox({ items, asked, since: askedTime, open }: Props) {
  const visit = useLastVisit();
  const { read, markRead } = useReadLines();
  const since = asked === '' ? (visit.since ?? askedTime) : askedTime;
  const { newest, rest, all, counts } = inboxSince(items, since);
  const line = (item: InboxItem) => (
    <Line key={item.key} item={item} isRead={read.has(item.key)} onOpen={() => markRead(item.key)} />
  );
  const isVisit = asked === '' && Boolean(visit.since);
  return (
    <>
      <div className="inbox-head">
        <div>
          <h1>{isVisit ? 'Since your last visit' : 'What is new'}</h1>
          <p className="inbox-counts" aria-live="polite">
            {counts.map(({ key, count, text, isBad }) => (
              <span key={key}>
                <b className={isBad ? 'bad' : undefined}>{count}</b> {text}
              </span>
            ))}
            {counts.length === 0 ? <span>Nothing new since {timeText(since)}.</span> : null}
            <a className="dim" href={listHref({})}>
              {openText(open)}
            </a>
          </p>
        </div>
        <SentForm className="cluster" action="/">
          <label className="field-label keep">
            <span>Since</span>
            <select className="field" name="since" defaultValue={asked}>
              <option value="">{visit.since ? `last visit, ${timeText(visit.since)}` : 'last visit'}</option>
              <option value="7d">7 days</option>
              <option value="30d">30 days</option>
              {asked !== '' && asked !== '7d' && asked !== '30d' ? (
                <option value={asked}>{timeText(asked)}</option>
              ) : null}
            </select>
          </label>
          <noscript>
            <button type="submit" className="button">
              Show
            </button>
          </noscript>
          <button
            type="button"
            className="button only-script"
            onClick={() => {
              visit.markSeen();
              if (asked !== '') window.location.assign(`/${homeUrl.query({})}`);
            }}
          >
            Mark all as seen
          </button>
        </SentForm>
      </div>
      {newest.length > 0 ? (
        <div className="page-section inbox">
          <ul aria-label="New">{newest.map(line)}</ul>
          {rest.length > 0 ? (
            <details>
              <summary>{all}</summary>
              <ul aria-label="More that is new">{rest.map(line)}</ul>
            </details>
          ) : null}
        </div>
      ) : null}
      <SavedViewsList />
    </>
  );
}

function Line({ item, isRead, onOpen }: { item: InboxItem; isRead: boolean; onOpen: () => void }) {
  const { kind, name, href, text, note, change, of, level, direction, certainty, at, atText } = item;
  return (
    <li className={isRead ? 'read' : undefined}>
      <span className="kind">
        {kind}
        {isRead ? <span className="sr-only">, opened before</span> : null}
      </span>
      <span className="what">
        <a href={href} onClick={onOpen}>
          <b>{name}</b>
        </a>
        {text}
        <small>{note}</small>
      </span>
      <span className="size">
        {change === '' ? null : certainty === 'likely' || level === null ? (
          <span className={certainty === 'likely' ? 'tile likely' : 'tile'}>{change}</span>
        ) : (
          <Tile text={change} level={level} direction={direction} />
        )}{' '}
        <span className="dim">{of}</span>
      </span>
      <span className="sure">
        {certainty === null || kind === 'Fixed' ? null : <HowSure certainty={certainty} />}
      </span>
      <time className="when" dateTime={at}>
        {atText}
      </time>
    </li>
  );
}

const READ_KEY = 'basecase-read';
/** More lines than an inbox has. */
const MOST_READ = 500;

/** Lines that were opened in this browser. */
function useReadLines() {
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => setRead(new Set(storedKeys())), []);
  return {
    read,
    markRead(key: string) {
      const keys = [...storedKeys().filter((known) => known !== key), key].slice(-MOST_READ);
      try {
        localStorage.setItem(READ_KEY, JSON.stringify(keys));
      } catch {
        // Storage is forbidden: the line is new again at the next visit.
      }
      setRead(new Set(keys));
    },
  };
}

function storedKeys(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(READ_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}
