'use client';

import { tabOfHash, tabOfKey, WHY_TABS, type WhyTab } from '@basecase/views/why';
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { usePageKeys } from '../page/use-page-keys';

interface Props {
  /** What each tab holds. It is drawn from the first time on that the tab is open. */
  panels: Record<WhyTab, ReactNode>;
  /** Says what the tabs are of. */
  label: string;
}

/**
 * Tabs that are links with a hash, so that a tab can be shared; 1, 2, 3, ... open them. Without scripts all of them are
 * shown below each other, and the links lead there.
 */
export function WhyTabs({ panels, label }: Props) {
  const [tab, open] = useHashTab();
  const [seen, setSeen] = useState<ReadonlySet<WhyTab>>(new Set());
  if (!seen.has(tab)) setSeen(new Set([...seen, tab]));
  usePageKeys((event) => {
    const wanted = tabOfKey(event.key);
    if (wanted) open(wanted);
  });
  return (
    <>
      <nav className="why-tabs" aria-label={label}>
        {WHY_TABS.map(({ id, label: text }, index) => (
          <a
            key={id}
            href={`#${id}`}
            aria-current={id === tab ? 'true' : undefined}
            aria-keyshortcuts={`${index + 1}`}
            onClick={(event: MouseEvent) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              open(id);
            }}
          >
            {text}
          </a>
        ))}
      </nav>
      {WHY_TABS.map(({ id }) => (
        <div key={id} id={id} className="why-panel" hidden={id !== tab}>
          {seen.has(id) ? (
            panels[id]
          ) : (
            <Unseen label={WHY_TABS.find((each) => each.id === id)?.label ?? ''} />
          )}
        </div>
      ))}
    </>
  );
}

/** Content that is loaded on demand needs a script. */
function Unseen({ label }: { label: string }) {
  return (
    <noscript>
      <section>
        <h3>{label}</h3>
        <p className="mid">
          {label} is read from the stored files when it is opened, which needs JavaScript.
        </p>
      </section>
    </noscript>
  );
}

/** The open tab, kept in the hash. Each choice is an entry of the history: "back" opens the tab before. */
function useHashTab(): [WhyTab, (tab: WhyTab) => void] {
  // The server does not know the hash: the initial page shows the first tab.
  const [tab, setTab] = useState<WhyTab>('costs');
  useEffect(() => {
    const follow = () => setTab((current) => tabOfHash(window.location.hash) ?? current);
    follow();
    window.addEventListener('hashchange', follow);
    window.addEventListener('popstate', follow);
    return () => {
      window.removeEventListener('hashchange', follow);
      window.removeEventListener('popstate', follow);
    };
  }, []);
  const open = (wanted: WhyTab) => {
    if (wanted === tab) return;
    setTab(wanted);
    // With the state of the entry: pages keep theirs in it.
    window.history.pushState(window.history.state, '', `#${wanted}`);
    document.querySelector(`.why-tabs a[href="#${wanted}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  return [tab, open];
}
