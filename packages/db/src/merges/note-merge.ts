import type { PoolClient } from 'pg';
import { type AppliedCorrection, toReason } from '../corrections/apply-correction';
import { noteShared } from '../epochs/changes';
import { getValue } from '../rows';
import type { CorrectionRequest } from '../types/corrections';

/** A merge of what no run carries yet: a correction without runs, which those that come later take over. */
export async function noteMerge(
  client: PoolClient,
  { kind, changes, reason, by }: Pick<CorrectionRequest, 'kind' | 'changes' | 'reason' | 'by'>,
): Promise<AppliedCorrection> {
  const id = await getValue<number>(
    client,
    'INSERT INTO corrections (kind, changes, reason, by) VALUES ($1, $2, $3, $4) RETURNING id',
    [kind, JSON.stringify(changes), toReason(reason), by],
  );
  noteShared(client);
  return { id: id, revision: '', before: [], after: [] };
}
