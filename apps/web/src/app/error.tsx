'use client';

import { TopBar } from '../ui/page/top-bar';

/** What is shown when a page could not be made. The server's log has the error; `digest` finds it there. */
export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <>
      <TopBar current={null} />
      <main id="main" className="empty">
        <h1>This page could not be made</h1>
        <p>
          The database may not be running, or it is not reachable from here.{' '}
          <a href="/api/health">/api/health</a> says whether it answers. Nothing that is stored was changed.
        </p>
        <p>
          <button type="button" className="btn primary" onClick={reset}>
            Try again
          </button>
        </p>
        {error.digest ? <p className="dim">Error {error.digest}, also in the log of the server</p> : null}
      </main>
    </>
  );
}
