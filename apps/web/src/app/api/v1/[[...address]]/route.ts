import { problem } from '../../../../server/answer';

/** An address below /api/v1/ that no route has: programs that ask for it read problem+json, and no page. */
function answerNothing(request: Request): Response {
  const title = `There is nothing at ${new URL(request.url).pathname}. /api/v1/openapi.json lists what there is.`;
  return problem({ status: 404, code: 'NOT_FOUND', title });
}

export {
  answerNothing as DELETE,
  answerNothing as GET,
  answerNothing as PATCH,
  answerNothing as POST,
  answerNothing as PUT,
};
