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
        <h1>This page could not be rendered</h1>
        <p>
          The database may be down or unreachable. <a href="/api/health">/api/health</a> shows its state. No
          stored data was changed.
        </p>
        <p>
          <button type="button" className="button primary" onClick={reset}>
            Try again
          </button>
        </p>
        {error.digest ? <p className="dim">Error {error.digest}, also in the server log</p> : null}
      </main>
    </>
  );
}
