import { readValue } from '../read-value';
import type { MaskRule } from '../rule';

/** HTTP headers, as in the traces and command lines of clients. */
export const HEADERS: readonly MaskRule[] = [
  {
    name: 'authorization-header',
    example: "curl -H 'Authorization: Bearer S3cr3t' https://x",
    head: /authorization["'\\]{0,4}[ \t]{0,5}(?:=>|[:=])[ \t]{0,5}["'\\]{0,4}(?:(?:bearer|basic|digest|token|negotiate|apikey|aws4-hmac-sha256)[ \t]{1,5})?(?<secret>[^"'\\\s][^"'\\\n\r]*)/gi,
  },
  {
    name: 'bearer-token',
    example: 'sent bearer S3cr3tS3cr3tS3cr3t',
    head: /(?<![\w-])(?:bearer|basic)[ \t]{1,5}(?<secret>(?=[A-Za-z]{0,40}[\d+/=_.-])[\w.~+/-]{16,}={0,2})/gi,
  },
  {
    name: 'key-header',
    example: "-H 'X-Api-Key: S3cr3t'",
    head: /(?:x-[a-z0-9-]{0,40}(?:key|token|secret|auth)|api-key|apikey|x-amz-security-token|private-token|job-token|deploy-token)["'\\]{0,4}:[ \t]{0,5}["'\\]{0,4}(?<secret>[^"'\\\s,]+)/gi,
  },
  {
    name: 'cookie-header',
    example: 'Set-Cookie: basecase=S3cr3t; Path=/',
    head: /(?<![\w-])(?:set-)?cookie["'\\]{0,4}:[ \t]{0,5}["'\\]{0,4}(?<secret>[^"'\\\s][^"'\\\n\r]*)/gi,
  },
  {
    name: 'signature-header',
    example: 'X-Signature: sha256=S3cr3tS3cr3tS3cr3t',
    head: /x-[a-z0-9-]{0,40}signature(?:-\d+)?["'\\]{0,4}:[ \t]{0,5}(?<secret>[^"'\\\s]+)/gi,
  },
  {
    name: 'netrc',
    example: 'machine db login me password S3cr3t',
    head: /(?:login|machine|account|user)[ \t]{1,10}\S{1,100}[ \t]{1,10}password[ \t]{1,10}/gi,
    read: (line, { index, 0: head }) => readValue(line, index + head.length),
  },
];
