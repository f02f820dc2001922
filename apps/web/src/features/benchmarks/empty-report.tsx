import type { Report } from '@basecase/views/benchmarks';
import type { ReportKind } from '@basecase/views/url';
import { ReportLinks } from './report-head';

interface Props {
  kind: ReportKind;
  lesson: Report['lesson'];
}

/** Nothing is loaded for this report: which logs to upload, and how. */
export function EmptyReport({ kind, lesson: { heading, logs, files, command, more } }: Props) {
  return (
    <main id="main">
      <div className="bar benchmark-empty-bar">
        <ReportLinks current={kind} />
      </div>
      <div className="empty">
        <h1>{heading}</h1>
        <p>{logs}</p>
        <p>
          <code>{files}</code>
        </p>
        <pre className="benchmark-command">{command}</pre>
        <p>
          {more} Without the command line: <a href="/upload">upload it in the browser</a>.
        </p>
      </div>
    </main>
  );
}
