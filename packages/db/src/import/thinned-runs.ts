import type { Diagnostic } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import type { RunToStore } from './run-to-store';

const FIND = 'SELECT identity FROM thinned_runs WHERE identity = ANY ($1)';

/** A night that is sent again is counted with the upload that brings it, as if it had been thinned out of that one. */
const NOTE = `
UPDATE uploads SET thinned_runs = ARRAY(SELECT unnest(thinned_runs) UNION SELECT unnest($2::text[])) WHERE id = $1`;

/**
 * Leaves out runs that the retention rule thinned out before, whichever upload contains them: a CI that sends its
 * whole archive again must not restore them. Each gets a diagnostic.
 */
export async function leaveThinned(
  client: PoolClient,
  { uploadId, runs }: { uploadId: number; runs: readonly RunToStore[] },
): Promise<{ kept: RunToStore[]; thinned: Diagnostic[] }> {
  const { rows } = await client.query<{ identity: string }>(FIND, [runs.map(({ identity }) => identity)]);
  if (rows.length === 0) return { kept: [...runs], thinned: [] };
  const known = rows.map(({ identity }) => identity);
  await client.query(NOTE, [uploadId, known]);
  const gone = new Set(known);
  return {
    kept: runs.filter(({ identity }) => !gone.has(identity)),
    thinned: runs.filter(({ identity }) => gone.has(identity)).map(leftOut),
  };
}

function leftOut({ label, path }: RunToStore): Diagnostic {
  return {
    code: 'NIGHT_THINNED',
    severity: 'warning',
    file: path,
    line: null,
    message: `${label} was stored before, and thinned out by the retention rule. Not stored again.`,
    excerpt: null,
  };
}
