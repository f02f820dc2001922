import { TopBar } from '../ui/page/top-bar';

export default function NotFound() {
  return (
    <>
      <TopBar current={null} />
      <main id="main" className="empty">
        <h1>There is nothing at this address</h1>
        <p>
          The page, the server or the workload it names is not here. It may have been loaded into another
          database, or the link was cut.
        </p>
        <p>
          <a href="/">See what is loaded</a>
        </p>
      </main>
    </>
  );
}
