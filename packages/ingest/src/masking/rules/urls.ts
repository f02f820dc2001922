import type { MaskRule, SecretSpan } from '../rule';

/** `8080/path@2x`: a port and a path, no password. */
const PORT_AND_PATH = /^\d{1,5}(?:\/|$)/;

/** What stands before the last @ of an address. */
function readUserInfo(line: string, match: RegExpExecArray, head: RegExp): SecretSpan | null {
  const start = match.index + '://'.length;
  const end = match.index + match[0].length;
  // Further addresses in the same run are part of this one: looking at each again would be quadratic.
  head.lastIndex = end;
  const at = line.lastIndexOf('@', end - 1);
  if (at < start) return null;
  const colon = line.indexOf(':', start);
  if (colon >= 0 && colon < at) {
    const isPassword = colon + 1 < at && !PORT_AND_PATH.test(line.slice(colon + 1, Math.min(at, colon + 8)));
    const beforeColon = line.slice(start, Math.min(colon, start + 300));
    return isPassword && !beforeColon.includes('/') ? { start: colon + 1, end: at } : null;
  }
  const user = line.slice(start, Math.min(at, start + 300));
  const isToken = user.length >= 20 && /^[\w.~%-]+$/.test(user) && /\d/.test(user) && /[a-z]/i.test(user);
  return isToken ? { start, end: at } : null;
}

/** It begins at `://`: beginning at each letter that may be a scheme takes 30 times as long in a long word. */
const ADDRESS = /:\/\/(?<=[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s"'<>`]+/gi;

/** Secrets within addresses. Those of a query (`?password=`) are found by their name. */
export const URLS: readonly MaskRule[] = [
  {
    name: 'url-password',
    example: 'connect postgres://me:S3cr3t@db:5432/ib',
    head: ADDRESS,
    read: (line, match) => readUserInfo(line, match, ADDRESS),
  },
  {
    name: 'oracle-connect',
    example: 'jdbc:oracle:thin:tpcc/S3cr3t@//db:1521/orcl',
    head: /(?:oracle:(?:thin|oci):|sqlplus[ \t]{1,10}(?:-[a-z]{1,3}[ \t]{1,5}){0,4})["']?[\w.$#-]{1,60}\/(?<secret>[^\s"'@/]+)(?=@)/gi,
  },
  {
    name: 'query-signature',
    example: 'https://x.blob.core.windows.net/c?sv=2020&sig=S3cr3t&se=1',
    head: /[?&](?:sig|signature|x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature|access_token|auth|key|code)=(?<secret>[^\s&"'<>]{6,})/gi,
  },
  {
    name: 'webhook-address',
    example: 'https://hooks.slack.com/services/«T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX»',
    head: /(?:hooks\.slack\.com\/(?:services|workflows)|discord(?:app)?\.com\/api\/webhooks)\/(?<secret>[^\s"'<>]{10,})/gi,
  },
];
