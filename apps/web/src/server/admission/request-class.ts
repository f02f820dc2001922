/**
 * What a request asks of this process. `static`: files of the build; `control`: health and figures, which must answer
 * when nothing else does; `upload` and `download`: bytes that pass through, for as long as the other side takes;
 * `image`: drawn by one long computation; `page` and `api`: a page or an answer made from the database.
 */
export type RequestClass = 'static' | 'control' | 'upload' | 'download' | 'image' | 'page' | 'api';

export type LaneName = 'render' | 'image' | 'upload' | 'download';

/** The lane of each class; null: passes. */
export const LANE_OF: Readonly<Record<RequestClass, LaneName | null>> = {
  static: null,
  control: null,
  upload: 'upload',
  download: 'download',
  image: 'image',
  page: 'render',
  api: 'render',
};

const HEALTH = /^\/api\/health(?:\/(?:live|ready))?$/;

/** @param path of the address, without its query */
export function classOfRequest(method: string, path: string): RequestClass {
  if (path.startsWith('/_next/static/') || path === '/icon.svg' || path === '/favicon.ico') return 'static';
  if (HEALTH.test(path) || path === '/metrics') return 'control';
  if (path.startsWith('/api/v1/uploads') && method === 'PUT') return 'upload';
  if (path.startsWith('/api/v1/artifacts/')) return 'download';
  if (path.startsWith('/image/') || path === '/compare/image' || path.endsWith('/opengraph-image'))
    return 'image';
  return path.startsWith('/api/') ? 'api' : 'page';
}
