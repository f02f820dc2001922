import { baseUrlOf } from '../../server/access/request-origin';
import { answer } from '../../server/answer';
import { answerMcp } from '../../server/mcp/answer-mcp';

/** The Model Context Protocol: assistants ask here. GET and DELETE are of sessions, which this server has not. */
export const POST = (request: Request): Promise<Response> =>
  answer('POST /mcp', () => answerMcp(request, baseUrlOf(request.headers)));
