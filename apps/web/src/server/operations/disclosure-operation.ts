import { disclosureSchema } from '@basecase/contract/disclosure';
import { NotFoundError } from '@basecase/db/errors';
import { getDisclosedRun } from '@basecase/db/queries/heatmaps/list-disclosed-runs';
import { discloseRuns } from '@basecase/views/runs';
import { defineOperation } from './operation';

export const readDisclosure = defineOperation({
  at: 'GET /api/v1/runs/{id}/disclosure',
  summary: 'What is needed to repeat a run: each item known, or missing with how to record it.',
  role: null,
  answer: disclosureSchema,
  description: 'The disclosure card.',
  run: async ({ db, key }) => {
    const disclosure = discloseRuns([await getDisclosedRun(db, key)]);
    if (!disclosure) throw new NotFoundError(`No run ${key}.`);
    return disclosure;
  },
});
