import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** A pair of keys as S3 gives them. */
export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/;

/**
 * Computes the signature of a request (AWS Signature Version 4) as the server does:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 *
 * @returns null when it is right, else the code of S3's error, and what it would have signed
 */
export function checkSignature(
  request: IncomingMessage,
  keys: S3Keys,
): { code: string; toSign: string } | null {
  const { authorization = '' } = request.headers;
  const [, id, day = '', region = '', signed = '', signature] = AUTHORIZATION.exec(authorization) ?? [];
  if (signature === undefined) return { code: 'AccessDenied', toSign: '' };
  if (id !== keys.accessKeyId) return { code: 'InvalidAccessKeyId', toSign: '' };
  const names = signed.split(';');
  if (!names.includes('host') || !names.includes('x-amz-content-sha256'))
    return { code: 'AccessDenied', toSign: '' };
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const canonical = [
    request.method,
    path,
    query.split('&').filter(Boolean).map(withValue).sort().join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signed,
    request.headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = ['aws4_request'].reduce(
    hmac,
    hmac(hmac(hmac(`AWS4${keys.secretAccessKey}`, day), region), 's3') as string | Buffer,
  ) as Buffer;
  return hmac(key, toSign).toString('hex') === signature ? null : { code: 'SignatureDoesNotMatch', toSign };
}

const withValue = (pair: string) => (pair.includes('=') ? pair : `${pair}=`).replaceAll('+', '%20');
