import { configLinesSchema, lineDecisionBody, lineDecisionSchema } from '@basecase/contract/config-lines';
import { decideLine, undoLineDecision } from '@basecase/db/lines/line-decisions';
import { getConfigLines } from '@basecase/db/lines/list-config-lines';
import { z } from 'zod';
import { defineOperation } from '../operations/operation';

export const listConfigLines = defineOperation({
  at: 'GET /api/v1/config-lines',
  summary: 'Configs that continue each other, joins that need a decision, and the decisions.',
  role: null,
  query: z.object({}),
  answer: configLinesSchema,
  description: 'All of them.',
  checks: 'parameters',
  run: async ({ db }) => getConfigLines(db),
});

export const decideConfigLine = defineOperation({
  at: 'POST /api/v1/config-lines',
  summary: 'Join or split two configs of a product, on every server and workload.',
  role: 'upload',
  body: z.strictObject(lineDecisionBody.shape),
  status: 201,
  answer: lineDecisionSchema,
  description: 'The decision.',
  problems: { 400: 'SETTING_INVALID', 404: 'NOT_FOUND' },
  run: async ({ db, body, by }) => decideLine(db, { ...body, by: await by() }),
});

export const undoConfigLine = defineOperation({
  at: 'DELETE /api/v1/config-lines/{id}',
  summary: 'Undo a decision about configs. It stays in the list, with who undid it.',
  role: 'upload',
  answer: lineDecisionSchema,
  description: 'The decision.',
  run: async ({ db, key, by }) => undoLineDecision(db, { id: key, by: await by() }),
});
