import { ForgetHeatmap } from '../ui/page/remember-heatmap';
import { TopBar } from '../ui/page/top-bar';

export default function NotFound() {
  return (
    <>
      <TopBar current={null} />
      <main id="main" className="empty">
        <h1>Page not found</h1>
        <p>
          This page, server or workload does not exist here. It may be in another database, or the link may be
          incomplete.
        </p>
        <p>
          <a href="/">See what is loaded</a> or <a href="/search">search</a>.
        </p>
        <ForgetHeatmap />
      </main>
    </>
  );
}
