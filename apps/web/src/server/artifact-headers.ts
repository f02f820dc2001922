import { isSvg } from '@basecase/views/artifact';

/** No scripts, no forms, an opaque origin; nothing is loaded. Styles inside a picture are allowed. */
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/**
 * Headers of a stored file. Whatever is in it, and whatever it is called: it is text, and a browser must not guess
 * otherwise. Only an SVG may be a picture, only when it is asked for, and only inside a frame; its sandbox takes
 * scripts away even where the frame would not.
 */
export function artifactHeaders(
  path: string,
  { as, destination }: { as: string | null; destination: string | null },
): Record<string, string> {
  const isPicture = as === 'svg' && isSvg(path) && (destination === null || destination === 'iframe');
  const name = path.split('/').at(-1) ?? '';
  return {
    'content-type': isPicture ? 'image/svg+xml' : 'text/plain; charset=utf-8',
    'content-disposition': `inline; filename*=UTF-8''${encodeFilename(isPicture || name.endsWith('.txt') ? name : `${name}.txt`)}`,
    'content-security-policy': SANDBOX,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    // The bytes of an id never change, but an upload may be deleted.
    'cache-control': 'private, max-age=60',
  };
}

/** Half of a character, which no URL can hold. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** RFC 8187. */
function encodeFilename(name: string): string {
  return encodeURIComponent(name.replace(LONE_SURROGATE, '\ufffd')).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  );
}
