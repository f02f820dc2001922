import { addNote, listNotes } from '../../../../server/openapi/series-operations';
import { routeOf } from '../../../../server/operations/route-of';

export const GET = routeOf(listNotes);
export const POST = routeOf(addNote);
