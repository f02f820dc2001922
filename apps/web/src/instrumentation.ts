/** Next.js calls this once, when the server starts. */
export async function register() {
  // Next.js replaces this name when it compiles: it asks for which runtime.
  // biome-ignore lint/style/noProcessEnv: see above
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const [
    { guardRequests },
    { limitRequests },
    { allowSlowUploads },
    { endInOrder },
    { letRequestsIn },
    { findBlobProblem },
  ] = await Promise.all([
    import('./server/access/http-gate'),
    import('./server/admission/open-door'),
    import('./server/slow-uploads'),
    import('./server/ending'),
    import('./server/http-server'),
    import('./server/blob-health'),
  ]);
  guardRequests();
  limitRequests();
  allowSlowUploads();
  endInOrder();
  letRequestsIn();
  // Said in the log at once, and not when somebody looks for a log file.
  void findBlobProblem();
}
