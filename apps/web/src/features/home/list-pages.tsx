import type { Paging } from '@basecase/views/home';
import { Pager } from '../../ui/page/pager';

/** Leads to the other pages of a list in a section; nothing when all of it is shown. */
export function ListPages({ label, paging }: { label: string; paging: Paging | null }) {
  if (!paging) return null;
  const { previous, next, text } = paging;
  return (
    <Pager
      label={label}
      className="inset"
      back={previous === null ? null : { href: previous, words: 'Previous' }}
      text={text}
      next={next === null ? null : { href: next, words: 'Next' }}
    />
  );
}
