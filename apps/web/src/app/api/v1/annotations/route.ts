import { routeOf } from '../../../../server/operations/route-of';
import { addNote, listNotes } from '../../../../server/series/series-operations';

export const GET = routeOf(listNotes);
export const POST = routeOf(addNote);
