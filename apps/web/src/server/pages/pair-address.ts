import { pairHref, searchHref, toPair } from '@basecase/views/search';
import { serverCaller } from '../root';

/** `run 123..124`, `123..124`: two runs by the ids of their pages. */
const RUNS = /^(?:runs?[:/ ])?(\d{1,18})\.{2,3}(?:runs?[:/ ])?(\d{1,18})$/;

/**
 * The page that `/compare?of=a..b` is about: two versions, commits or runs. For a pair that no heatmap has it is the search,
 * which lists similar ones.
 */
export async function pairAddress(of: string): Promise<string> {
  const caller = serverCaller();
  const isPair = toPair(of) !== null;
  const { groups } = isPair ? await caller.search.find({ q: of, kind: 'heatmap', limit: 1 }) : { groups: [] };
  const [found] = groups.flatMap(({ results }) => results);
  if (found) return found.href;
  const ids = RUNS.exec(of)?.slice(1) ?? [];
  const [base, judged] = await Promise.all(ids.map((id) => caller.runs.get({ id }).catch(() => null)));
  if (base && judged && base.columnSlug !== judged.columnSlug) {
    const [place, other] = [base, judged].map(({ server, workload }) => `${server.slug} ${workload.slug}`);
    if (place === other) {
      const at = { server: base.server.slug, workload: base.workload.slug };
      return pairHref(at, base.columnSlug, judged.columnSlug);
    }
  }
  return searchHref({ q: of });
}
