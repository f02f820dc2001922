import { describe, expect, it } from 'vitest';
import { heatmapData } from '../../testing/test-heatmap-data';
import { toColumnSet } from '../column-set';
import { type CompareState, compareUrl } from '../compare-state';
import { heatmapModel } from './heatmap-model';
import { heatmapPage, ROWS_ON_PAGE } from './heatmap-page';

/** So many tests of unknown names: one group. */
function modelOf(tests: number, change: Partial<CompareState> = {}) {
  const state = { ...compareUrl.defaults, ...change };
  const values = Array.from({ length: tests }, (_, row) => [1000, row % 2 === 0 ? 500 : 1000]);
  const names = values.map((_, row): [string, null] => [`made-${row}`, null]);
  return heatmapModel(toColumnSet(heatmapData({ throughput: values }, names), state), state);
}

const pageOf = (model: ReturnType<typeof modelOf>, page: number | null = null, open: number | null = null) =>
  heatmapPage(model, { page, open });
const rowsOf = ({ groups }: Pick<ReturnType<typeof pageOf>, 'groups'>) =>
  groups.flatMap(({ rows }) => rows.map(({ name }) => name));

describe('the page of a heatmap', () => {
  it.each([0, 1, 2, 20, ROWS_ON_PAGE])('is the whole of it with %i tests', (tests) => {
    const model = modelOf(tests);
    const { groups, paging } = pageOf(model);
    expect(groups).toBe(model.groups);
    expect(paging).toBeNull();
  });

  it.each([ROWS_ON_PAGE + 1, 1999, 5000])('has each of %i tests on one page, in their order', (tests) => {
    const model = modelOf(tests);
    const pages = Math.ceil(tests / ROWS_ON_PAGE);
    const all = Array.from({ length: pages }, (_, index) => pageOf(model, index + 1));
    expect(all.flatMap(rowsOf)).toEqual(rowsOf(model));
    expect(Math.max(...all.map((page) => rowsOf(page).length))).toBe(ROWS_ON_PAGE);
    expect(all.map(({ paging }) => [paging?.previous, paging?.next])).toEqual(
      all.map((_, index) => [index === 0 ? null : index, index === pages - 1 ? null : index + 2]),
    );
  });

  it('is that of the open test unless another is asked for, and the last where there are fewer', () => {
    const model = modelOf(5000);
    const open = model.groups[0]?.rows[1234]?.row ?? null;
    expect(pageOf(model, null, open).paging?.number).toBe(3);
    expect(pageOf(model, 1, open).paging?.number).toBe(1);
    expect(pageOf(model, 99).paging).toMatchObject({ number: 10, next: null });
    expect(pageOf(model, null, -1).paging?.number).toBe(1);
  });

  it('keeps the counts of a group and finds a test of any page by the filter', () => {
    const [group] = pageOf(modelOf(5000), 2).groups;
    expect([group?.tests, group?.slower]).toEqual([5000, 2500]);
    expect(rowsOf(pageOf(modelOf(5000, { q: 'made-4999' })))).toEqual(['made-4999']);
    expect(pageOf(modelOf(5000), 2).paging?.text).toBe(
      'Tests 501 to 1\u202f000 of 5\u202f000. The filter looks through all.',
    );
  });

  it('has each folded group once', () => {
    const model = modelOf(1200, { fold: ['other'] });
    expect(pageOf(model).groups.map(({ id, open }) => [id, open])).toEqual([['other', false]]);
    const state = { ...compareUrl.defaults, fold: ['write'] };
    const values = Array.from({ length: 1202 }, () => [1000, 900]);
    const names = values.map((_, row): [string, null] => [
      row < 2 ? (['insert', 'delete'][row] ?? '') : `made-${row}`,
      null,
    ]);
    const mixed = heatmapModel(toColumnSet(heatmapData({ throughput: values }, names), state), state);
    const seen = [1, 2, 3].flatMap((page) => pageOf(mixed, page).groups.filter(({ open }) => !open));
    expect(seen.map(({ id }) => id)).toEqual(['write']);
  });
});
