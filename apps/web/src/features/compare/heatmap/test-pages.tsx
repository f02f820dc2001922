import { type CompareState, compareUrl, type HeatmapPage } from '@basecase/views/compare';
import { NumberedPager } from '../../../ui/page/pager';
import { type Update, useComparePage } from '../use-compare-state';

interface TestPagesProps {
  paging: HeatmapPage['paging'];
  state: CompareState;
  update: Update;
}

/** Links to the other pages of a heatmap of thousands of tests. */
export function TestPages({ paging, state, update }: TestPagesProps) {
  const { path, defaults } = useComparePage();
  if (!paging) return null;
  const href = (page: number | null) =>
    page === null ? null : path + compareUrl.query({ ...state, cell: null, page }, defaults);
  return (
    <div
      className="test-pages"
      onClickCapture={(event) => {
        const link = (event.target as Element).closest('a');
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        update({ page: link.rel === 'next' ? paging.next : paging.previous });
        document.getElementById('heatmap')?.scrollIntoView();
      }}
    >
      <NumberedPager
        label="Pages of tests"
        paging={{ text: paging.text, previous: href(paging.previous), next: href(paging.next) }}
      />
    </div>
  );
}
