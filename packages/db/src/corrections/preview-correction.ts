import type { Database } from '../database';
import { parseId } from '../queries/parse-id';
import type { CorrectionPreview, CorrectionRequest } from '../types/corrections';
import { correct } from './apply-correction';
import { entriesOf } from './list-corrections';
import { type PreviewOptions, previewChange } from './preview';
import { undo } from './undo-correction';

/** A preview needs neither a reason nor a name: nothing is decided yet. */
export type PreviewRequest = Pick<CorrectionRequest, 'kind' | 'select' | 'changes'>;

/**
 * What a correction would change. Nothing is stored.
 *
 * @throws SettingError, NotFoundError as the correction itself; ConflictError while an import is being stored
 */
export async function previewCorrection(
  database: Database,
  { kind, select, changes }: PreviewRequest,
  options: PreviewOptions = {},
): Promise<CorrectionPreview> {
  const { preview } = await previewChange(
    database,
    (client) => correct(client, { kind, select, changes, reason: 'preview', by: 'preview' }),
    options,
  );
  return { ...preview, undoes: [] };
}

/**
 * What it would change to undo a correction together with those that build on it. Nothing is undone.
 *
 * @throws NotFoundError, ConflictError when it is undone already or while an import is being stored
 */
export async function previewUndo(database: Database, id: string): Promise<CorrectionPreview> {
  const correctionId = parseId(id, 'correction');
  const { changed, preview } = await previewChange(database, (client) =>
    undo(client, correctionId, { by: 'preview', withLater: true }),
  );
  return { ...preview, undoes: await entriesOf(database, changed.ids) };
}
