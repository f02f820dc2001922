/** Nothing is loaded: says so at the place of the content, and what to do next. */
export function EmptyState() {
  return (
    <div className="empty">
      <h1>Nothing is loaded yet</h1>
      <p>
        Give Basecase a directory or a tarball of sysbench runs (the <code>sb.o.*</code> files with the{' '}
        <code>sb.vm.*</code> and <code>sb.io.*</code> beside them):
      </p>
      <pre>npx basecase ingest path/to/runs.tar.gz --server my-server</pre>
      <p>
        It prints what was stored and the link to look at. To see a comparison without a database:{' '}
        <code>npx basecase compare base.tar.gz other.tar.gz</code>
      </p>
    </div>
  );
}
