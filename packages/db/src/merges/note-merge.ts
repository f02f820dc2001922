import type { PoolClient } from 'pg';
import { type AppliedCorrection, toReason } from '../corrections/apply-correction';
import { noteShared } from '../epochs/changes';
import type { CorrectionRequest } from '../types/corrections';

/** A merge of what no run carries yet: a correction without runs, which those that come later take over. */
export async function noteMerge(
  client: PoolClient,
  { kind, changes, reason, by }: Pick<CorrectionRequest, 'kind' | 'changes' | 'reason' | 'by'>,
): Promise<AppliedCorrection> {
  const { rows } = await client.query<{ id: number }>(
    'INSERT INTO corrections (kind, changes, reason, by) VALUES ($1, $2, $3, $4) RETURNING id',
    [kind, JSON.stringify(changes), toReason(reason), by],
  );
  if (!rows[0]) throw new Error('INSERT ... RETURNING id gave no row');
  noteShared(client);
  return { id: rows[0].id, revision: '', before: [], after: [] };
}
