/** Next.js calls this once, when the server starts. */
export async function register() {
  // Next.js replaces this name when it compiles: it asks for which runtime.
  // biome-ignore lint/style/noProcessEnv: see above
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const [{ env }, { allowSlowUploads }, { startWorker }] = await Promise.all([
    import('./env'),
    import('./server/slow-uploads'),
    import('./server/worker'),
  ]);
  allowSlowUploads();
  if (env().BASECASE_WORKER) startWorker();
}
