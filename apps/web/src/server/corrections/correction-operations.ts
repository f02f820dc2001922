import {
  appliedSchema,
  correctionFilter,
  correctionPageSchema,
  correctionPreviewSchema,
  correctionSchema,
  undoneSchema,
} from '@basecase/contract/correction';
import { applyCorrection } from '@basecase/db/corrections/apply-correction';
import { getCorrection } from '@basecase/db/corrections/get-correction';
import { listCorrections } from '@basecase/db/corrections/list-corrections';
import { previewCorrection, previewUndo } from '@basecase/db/corrections/preview-correction';
import { undoCorrection } from '@basecase/db/corrections/undo-correction';
import type { Database } from '@basecase/db/database';
import type { CorrectionEntry, CorrectionPreview, RunChanges } from '@basecase/db/types';
import { correctionHref } from '@basecase/views/corrections';
import { z } from 'zod';
import { actorOf } from '../access/auth';
import { database } from '../database';
import { type Described, defineOperation, defineRoute, json, jsonBody } from '../operations/operation';
import { readJson } from '../uploads/read-json';
import { correctionInput, previewInput, previewQuery, undoInput } from './correction-schemas';

/** `?preview` alone means yes. */
function isPreview({ preview }: z.infer<typeof previewQuery>): boolean {
  return preview !== undefined && preview !== '0' && preview !== 'false';
}

interface Change<Preview extends z.ZodType, Input extends z.ZodType>
  extends Pick<Described, 'at' | 'summary'> {
  description: string;
  applied: z.ZodType;
  preview: Preview;
  input: Input;
  look(db: Database, input: z.infer<Preview>, key: string): Promise<CorrectionPreview>;
  apply(db: Database, input: z.infer<Input> & { by: string }, key: string): Promise<{ id: string }>;
}

/** A change of many runs, kept as a correction: with `?preview` it only lists what it would do. */
export function defineChange<Preview extends z.ZodType, Input extends z.ZodType>({
  description,
  applied,
  preview,
  input,
  look,
  apply,
  ...definition
}: Change<Preview, Input>) {
  return defineRoute({
    ...definition,
    role: 'upload',
    query: previewQuery,
    body: jsonBody(input),
    answers: {
      200: { description: 'With `preview`: what would change.', content: json(correctionPreviewSchema) },
      201: { description, content: json(applied) },
    },
    problems: { 400: 'SETTING_INVALID', 404: 'NOT_FOUND', 409: 'EDITED_MEANWHILE, IMPORT_BUSY' },
    async respond({ query, key, baseUrl, request }) {
      const body = await readJson(request);
      if (isPreview(query)) return Response.json(await look(database(), preview.parse(body), key));
      const by = await actorOf(request.headers);
      const done = await apply(database(), { ...(input.parse(body) as object), by } as never, key);
      const url = urlOf(done, baseUrl);
      return Response.json({ ...done, url }, { status: 201, headers: { location: url } });
    },
  });
}

export const listAllCorrections = defineOperation({
  at: 'GET /api/v1/corrections',
  summary: 'Corrections, newest first, those that were undone too.',
  role: null,
  query: correctionFilter,
  answer: correctionPageSchema,
  description: 'A page of corrections.',
  problems: { 400: 'SETTING_INVALID', 404: 'NOT_FOUND' },
  run: ({ db, query }) => listCorrections(db, query),
  json: ({ corrections, next }, baseUrl) => ({
    corrections: corrections.map((entry) => withUrl(entry, baseUrl)),
    next,
  }),
});

export const readCorrection = defineOperation({
  at: 'GET /api/v1/corrections/{id}',
  summary: 'A correction with each run that it changed.',
  role: null,
  answer: correctionSchema,
  description: 'The correction.',
  run: ({ db, key }) => getCorrection(db, key),
  json: withUrl,
});

export const correctRuns = defineChange({
  at: 'POST /api/v1/corrections',
  summary: 'Correct runs without sending them again. Values read are kept; a correction can be undone.',
  description: 'The runs are corrected.',
  applied: appliedSchema,
  preview: previewInput,
  input: correctionInput,
  // Values are checked where they are applied.
  look: (db, { select, changes }) =>
    previewCorrection(db, { kind: 'runs', select, changes: changes as RunChanges }),
  apply: (db, { changes, ...input }) =>
    applyCorrection(db, { ...input, kind: 'runs', changes: changes as RunChanges }),
});

export const undoRuns = defineRoute({
  at: 'POST /api/v1/corrections/{id}/undo',
  summary: 'Undo a correction: its runs count as if it had never been made.',
  role: 'upload',
  query: previewQuery,
  body: jsonBody(undoInput),
  answers: {
    200: {
      description: 'What was undone; with `preview`, what would change.',
      content: json(z.union([undoneSchema, correctionPreviewSchema])),
    },
  },
  problems: { 409: 'UNDONE, BUILT_ON, EDITED_MEANWHILE, IMPORT_BUSY' },
  async respond({ query, key, request }) {
    if (isPreview(query)) return Response.json(await previewUndo(database(), key));
    const input = undoInput.parse(await readJson(request));
    return Response.json(
      await undoCorrection(database(), key, { ...input, by: await actorOf(request.headers) }),
    );
  },
});

function urlOf({ id }: { id: string }, baseUrl: string): string {
  return `${baseUrl}${correctionHref(id)}`;
}

/** A correction as it is sent over HTTP, with its whole address. */
function withUrl<Entry extends CorrectionEntry>(entry: Entry, baseUrl: string): Entry & { url: string } {
  return { ...entry, url: urlOf(entry, baseUrl) };
}
