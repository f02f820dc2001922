import { documentCard, documentCards } from '@basecase/views/document';
import { DOCUMENT_VIEWS, isDocumentKind } from '@basecase/views/share';
import { answer, problem } from '../../../server/answer';
import { renderImage } from '../../../server/image/render-image';
import { viewSource } from '../../../server/permalinks/view-source';
import { refuseOtherPicture } from '../../../server/refuse-address';
import { createContext } from '../../../server/trpc';

/** Live numbers change with every upload. */
const MAX_AGE = 60;

/** A live view other than the heatmap as an image: a card of 1200 × 630, or with `size=table` all its tables. */
export function GET(request: Request, { params }: { params: Promise<{ view: string }> }) {
  return answer('GET /image/:view', async () => {
    const { view } = await params;
    const { searchParams } = new URL(request.url);
    const found = isDocumentKind(view) ? DOCUMENT_VIEWS[view] : null;
    const source = viewSource(createContext());
    const loaded = found && (await found.load(source, searchParams));
    if (found) refuseOtherPicture(await found.problems(source, searchParams, ['size']), searchParams);
    if (!loaded) return problem({ status: 404, code: 'NOT_FOUND', title: 'No such view' });
    const { document } = loaded;
    return renderImage(
      { table: documentCard(document), cell: null, tables: documentCards(document) },
      { size: searchParams.get('size') === 'table' ? 'table' : 'card', maxAge: MAX_AGE },
    );
  });
}
