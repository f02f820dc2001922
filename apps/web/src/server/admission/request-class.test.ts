import { expect, it } from 'vitest';
import { classOfRequest, LANE_OF } from './lanes';

it.each([
  ['GET', '/_next/static/chunks/a.js', 'static'],
  ['GET', '/icon.svg', 'static'],
  ['GET', '/api/health', 'control'],
  ['GET', '/metrics', 'control'],
  ['PUT', '/api/v1/uploads', 'upload'],
  ['GET', '/api/v1/uploads', 'api'],
  ['GET', '/api/v1/artifacts/7', 'download'],
  ['GET', '/compare/image', 'image'],
  ['GET', '/image/servers', 'image'],
  ['GET', '/p/abc/opengraph-image', 'image'],
  ['GET', '/api/v1/compare', 'api'],
  ['POST', '/api/trpc/permalinks.create', 'api'],
  ['GET', '/compare', 'page'],
  ['GET', '/_next/static', 'page'],
  ['GET', '/api/health/x', 'api'],
  ['POST', '/', 'page'],
])('takes %s %s for %s', (method, path, kind) => {
  expect(classOfRequest(method, path)).toBe(kind);
});

it('lets pass only what is cheap', () => {
  const passing = Object.entries(LANE_OF).flatMap(([kind, lane]) => (lane === null ? [kind] : []));
  expect(passing).toEqual(['static', 'control']);
});
