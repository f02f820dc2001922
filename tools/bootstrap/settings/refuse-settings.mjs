import { findWrongSettings } from '@basecase/db/settings';

/**
 * Ends this process with exit code 1 when settings that it reads can't be used, and lists them: before it listens, or
 * does anything.
 * @param {import('@basecase/db/settings').SettingsReader} reader
 */
export function refuseWrongSettings(reader) {
  const wrong = findWrongSettings(reader, process.env);
  if (wrong.length === 0) return;
  for (const line of wrong) console.error(`✗ ${line}`);
  process.exit(1);
}
