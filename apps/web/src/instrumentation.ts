/** Next.js calls this once, when the server starts. */
export async function register() {
  // Next.js replaces this name when it compiles: it asks for which runtime.
  // biome-ignore lint/style/noProcessEnv: see above
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { beginOrEnd } = await import('./server/begin');
  beginOrEnd();
}
