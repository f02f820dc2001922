/**
 * Routes that stay open where reading is closed: everything else needs a known visitor, whether it is a route or not. Matched against
 * the path as it was sent, before anyone decodes or rewrites it, so another way to write it is closed.
 */
const OPEN_ROUTES: readonly { path: RegExp; methods: readonly string[] }[] = [
  { path: /^\/_next\/static\/[\w./~@%()[\]-]+$/, methods: ['GET', 'HEAD'] },
  { path: /^\/(icon\.svg|favicon\.ico)$/, methods: ['GET', 'HEAD'] },
  // Says that the process and its database answer, and nothing of the data.
  { path: /^\/api\/health(?:\/(?:live|ready))?$/, methods: ['GET', 'HEAD'] },
  // Checks the client itself: a program on this machine, or a token.
  { path: /^\/metrics$/, methods: ['GET', 'HEAD'] },
  { path: /^\/api\/v1\/openapi\.json$/, methods: ['GET', 'HEAD'] },
  { path: /^\/sign-in$/, methods: ['GET', 'HEAD'] },
  { path: /^\/api\/sign-in$/, methods: ['POST'] },
  { path: /^\/api\/sign-in\/(start|callback)$/, methods: ['GET'] },
  { path: /^\/api\/sign-out$/, methods: ['POST'] },
];

/** Routes that a token with the role agent may call: it is stored on a machine that measures, and reads nothing. */
const AGENT_ROUTES: readonly { path: RegExp; method: string }[] = [
  { path: /^\/api\/v1\/plans\/claim$/, method: 'POST' },
  { path: /^\/api\/v1\/plans\/\d{1,10}\/(?:hold|fail)$/, method: 'POST' },
  { path: /^\/api\/v1\/uploads$/, method: 'PUT' },
];

export function isAgentRoute({ method = '', url = '' }: Asked): boolean {
  const [path = ''] = url.split('?', 1);
  return AGENT_ROUTES.some((route) => route.path.test(path) && route.method === method);
}

/** A permalink with its embedded table, image and document. */
const PERMALINK = /^\/(?:p|embed|api\/v1\/permalinks)\/([A-Za-z0-9_-]{1,60})$/;
const PERMALINK_PART = /^\/p\/([A-Za-z0-9_-]{1,60})\/(?:opengraph-image|data)$/;
const SLUG = /^[A-Za-z0-9_-]{1,60}$/;

interface Asked {
  method?: string | undefined;
  url?: string | undefined;
}

/** True for what everybody may ask for, signed in or not. */
export function isOpenRoute({ method = '', url = '' }: Asked): boolean {
  const [path = ''] = url.split('?', 1);
  return OPEN_ROUTES.some((route) => route.path.test(path) && route.methods.includes(method));
}

/** The permalink that a request only reads, which may be public; null for everything else. */
export function permalinkAsked({ method = '', url = '' }: Asked): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  const [path = ''] = url.split('?', 1);
  const slug = PERMALINK.exec(path)?.[1] ?? PERMALINK_PART.exec(path)?.[1];
  if (slug !== undefined) return slug;
  if (path !== '/api/v1/report') return null;
  // Twice the same parameter could mean two permalinks to two readers.
  const slugs = new URLSearchParams(url.slice(path.length + 1)).getAll('permalink');
  return slugs.length === 1 && SLUG.test(slugs[0] ?? '') ? (slugs[0] ?? null) : null;
}
