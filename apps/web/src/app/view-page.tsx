import { sharedDocument } from '@basecase/views/document';
import { type PageView, viewProblems } from '@basecase/views/share';
import { type AddressProblem, queryPairs, type SearchParams } from '@basecase/views/url';
import type { Metadata } from 'next';
import { type ComponentProps, cache, type ReactNode } from 'react';
import type { ShareView } from '../features/share/share-view';
import { documentMetadata } from '../server/pages/social-metadata';
import { AddressNotes } from '../ui/page/address-notes';
import { EmptyState } from '../ui/page/empty-state';
import { TopBar } from '../ui/page/top-bar';

interface ViewPage<State, Loaded> {
  view: Pick<PageView<never, State, Loaded>, 'url' | 'problems' | 'document'>;
  load: (state: State) => Promise<Loaded>;
  /** `/trends`. */
  path: string;
  /** While there is nothing to show. */
  title: string;
  current: ComponentProps<typeof TopBar>['current'];
  /** Path and query of what is shown; null when there is nothing. */
  hrefOf: (loaded: Loaded, state: State) => string | null;
  /** Draws the page for an address without a query. Default: like any other address. */
  start?: (problems: AddressProblem[]) => ReactNode;
  screen: (shown: Shown<State, Loaded>) => ReactNode;
  /** Instead of the screen; `notes` are the problems of the address. */
  empty: (loaded: Loaded, notes: ReactNode) => ReactNode;
}

interface Shown<State, Loaded> {
  loaded: Loaded;
  state: State;
  /** Null for a view without a document. */
  share: ComponentProps<typeof ShareView> | null;
}

interface Props {
  searchParams: Promise<SearchParams>;
}

/** The page of a view that compares, and the metadata of its head. */
export function viewPage<State, Loaded>(given: ViewPage<State, Loaded>) {
  const { view, path, title, hrefOf, start } = given;
  const { url } = view;

  /** Once per request: the title and the page need the same. Every way to write an address asks for the same. */
  const load = cache(async (query: string) => {
    const state = url.parse(new URLSearchParams(query));
    const loaded = await given.load(state);
    const document = view.document(loaded, state)?.document;
    return { loaded, state, document, href: hrefOf(loaded, state) };
  });

  async function ask({ searchParams }: Props) {
    const asked = queryPairs(await searchParams);
    return { asked, query: url.query(url.parse(asked)) };
  }

  async function generateMetadata(props: Props): Promise<Metadata> {
    const { query } = await ask(props);
    if (start && query === '') return { title };
    const { document, href } = await load(query);
    return document && href !== null ? documentMetadata(document, href) : { title };
  }

  async function page(props: Props) {
    const { asked, query } = await ask(props);
    if (start && query === '') return start(url.problems(asked));
    const { loaded, state, document, href } = await load(query);
    const notes = <AddressNotes problems={viewProblems(view, asked, loaded)} href={href} />;
    const share = document
      ? { path, query: href?.slice(path.length) ?? '', ...sharedDocument(document) }
      : null;
    return (
      <>
        <TopBar current={given.current} />
        {href === null ? (
          given.empty(loaded, notes)
        ) : (
          <>
            {notes}
            {given.screen({ loaded, state, share })}
          </>
        )}
      </>
    );
  }

  return { generateMetadata, page };
}

/** Nothing is loaded at all, or nothing of what the address names. */
export function nothingFound(path: string) {
  return ({ hasRuns }: { hasRuns: boolean }, notes: ReactNode) => (
    <>
      {notes}
      <main id="main">
        {hasRuns ? (
          <div className="empty">
            <h1>No matching runs</h1>
            <p>
              The product or benchmark in the address has no runs. <a href={path}>Show what is available</a>.
            </p>
          </div>
        ) : (
          <EmptyState />
        )}
      </main>
    </>
  );
}
