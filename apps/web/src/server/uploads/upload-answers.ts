import { answersSchema } from '@basecase/contract/upload';
import { getUpload } from '@basecase/db/queries/uploads/get-upload';
import { bandsSentence, toBandedSelection, toColumnSet } from '@basecase/views/compare';
import { DOCUMENT_VIEWS } from '@basecase/views/share';
import { answerLinks } from '@basecase/views/uploads';
import { defineOperation } from '../operations/operation';
import { loadCompare } from '../pages/load-compare';
import { viewSource } from '../permalinks/view-source';
import { serverCaller } from '../root';
import { createContext } from '../trpc';

/** What uploads show, in a sentence with the page that has the rest. */
export interface UploadAnswer {
  href: string;
  /** Of the link. */
  text: string;
  where: string;
  sentence: { strong: string; rest: string };
}

/** Each is a page that is read for its sentence. */
const MOST_ANSWERS = 4;

/** What some uploads brought: a sentence for each heatmap, or for each sweep over clients. */
export async function readUploadAnswers(
  ids: readonly string[],
  headers: Headers = new Headers(),
): Promise<UploadAnswer[]> {
  const caller = serverCaller(headers);
  const [heatmaps, entries] = await Promise.all([
    caller.uploads.heatmapsOf({ ids: [...ids] }),
    caller.compare.choices(),
  ]);
  const links = answerLinks(heatmaps, entries);
  const sentences = await Promise.all(
    links.slice(0, MOST_ANSWERS).map(({ href }) => sentenceOf(href, headers)),
  );
  return links.map((link, index) => ({ ...link, sentence: sentences[index] ?? { strong: '', rest: '' } }));
}

async function sentenceOf(href: string, headers: Headers): Promise<UploadAnswer['sentence']> {
  const { pathname, searchParams } = new URL(href, 'http://page');
  const view = pathname === '/clients' ? 'clients' : pathname === '/series' ? 'series' : null;
  if (view) {
    const loaded = await DOCUMENT_VIEWS[view]?.load(viewSource(createContext(headers)), searchParams);
    return loaded?.document.sentence ?? { strong: '', rest: '' };
  }
  const compared = (await loadCompare(searchParams)).view;
  if (!compared) return { strong: '', rest: '' };
  const { data, state } = compared;
  return bandsSentence(toBandedSelection(toColumnSet(data, state), state));
}

export const readAnswers = defineOperation({
  at: 'GET /api/v1/uploads/{id}/answers',
  summary: 'What an upload shows: for each page that answers a sentence, as on the card of results.',
  role: null,
  answer: answersSchema,
  description: 'The answers, none for an upload without runs.',
  run: async ({ db, key }) => {
    const { id } = await getUpload(db, key);
    return readUploadAnswers([id]);
  },
  json: (answers, baseUrl) => ({
    answers: answers.map(({ href, text, where, sentence: { strong, rest } }) => ({
      url: `${baseUrl}${href}`,
      text,
      where,
      sentence: `${strong}${rest}`.trim(),
    })),
  }),
});
