import { addNoteToCell, listNotesOfCells } from '../../../../server/notes/note-operations';
import { routeOf } from '../../../../server/operations/route-of';

export const GET = routeOf(listNotesOfCells);
export const POST = routeOf(addNoteToCell);
