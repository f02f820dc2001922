import { describe, expect, it } from 'vitest';
import {
  addSavedView,
  MAX_SAVED_VIEWS,
  moveUpSavedView,
  parseSavedViews,
  removeSavedView,
  type SavedView,
} from './use-saved-views';

const view = (path: string, name = path): SavedView => ({ name, path, savedAt: '2026-11-20T18:03:00.000Z' });
const paths = (views: readonly SavedView[]) => views.map(({ path }) => path);

describe('saved views', () => {
  it('are read as they were stored', () => {
    const views = [view('/compare?server=pn53&base=a', 'nightly'), view('/')];
    expect(parseSavedViews(JSON.stringify(views))).toEqual(views);
  });

  it('are none when nothing, or something else, is stored', () => {
    expect([null, '', '{', '{"a":1}', '"x"'].map(parseSavedViews)).toEqual([[], [], [], [], []]);
  });

  it('omit invalid views and links to another host', () => {
    const stored = [
      view('/compare'),
      view('https://elsewhere.example/'),
      view('//elsewhere.example'),
      view('/\\elsewhere.example'),
      view('javascript:alert(1)'),
      { name: 'no path', savedAt: '2026-11-20' },
      { ...view('/runs'), savedAt: 'yesterday' },
      null,
    ];
    expect(paths(parseSavedViews(JSON.stringify(stored)))).toEqual(['/compare']);
  });

  it('have the newest first, and each path once', () => {
    const views = addSavedView(addSavedView(addSavedView([], view('/a')), view('/b')), view('/a', ' again '));
    expect(views.map(({ name, path }) => [name, path])).toEqual([
      ['again', '/a'],
      ['/b', '/b'],
    ]);
  });

  it('have their path for a name when none was given', () => {
    expect(addSavedView([], view('/a', '  '))[0]?.name).toBe('/a');
  });

  it('are so many at most', () => {
    const many = Array.from({ length: MAX_SAVED_VIEWS }, (_, index) => view(`/${index}`));
    const views = addSavedView(many, view('/new'));
    expect([views.length, views[0]?.path, views.at(-1)?.path]).toEqual([MAX_SAVED_VIEWS, '/new', '/98']);
  });

  it('can be removed and moved up', () => {
    const views = [view('/a'), view('/b'), view('/c')];
    expect(paths(removeSavedView(views, '/b'))).toEqual(['/a', '/c']);
    expect(paths(moveUpSavedView(views, '/c'))).toEqual(['/a', '/c', '/b']);
    expect(paths(moveUpSavedView(views, '/a'))).toEqual(['/a', '/b', '/c']);
    expect(paths(moveUpSavedView(views, '/gone'))).toEqual(['/a', '/b', '/c']);
  });
});
