import { type Disclosure, disclosureSchema } from '@basecase/contract/disclosure';
import type { Database } from '@basecase/db/database';
import { NotFoundError } from '@basecase/db/errors';
import { getDisclosedRun } from '@basecase/db/queries/heatmaps/list-disclosed-runs';
import { discloseRuns } from '@basecase/views/runs';
import { defineOperation } from './operation';

/** @throws NotFoundError */
export async function discloseRun(db: Database, id: string): Promise<Disclosure> {
  const disclosure = discloseRuns([await getDisclosedRun(db, id)]);
  if (!disclosure) throw new NotFoundError(`No run ${id}.`);
  return disclosure;
}

export const readDisclosure = defineOperation({
  at: 'GET /api/v1/runs/{id}/disclosure',
  summary: 'What is needed to repeat a run: each item known, or missing with how to record it.',
  role: null,
  answer: disclosureSchema,
  description: 'The disclosure card.',
  run: ({ db, key }) => discloseRun(db, key),
});
