import { undoNoteOfCell } from '../../../../../server/notes/note-operations';
import { routeOf } from '../../../../../server/operations/route-of';

export const DELETE = routeOf(undoNoteOfCell);
