import { describe, expect, it } from 'vitest';
import { BlobStoreError } from '../../../errors';
import { readS3Settings, type S3Environment } from './s3-settings';

const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'top-secret' };
const read = (location: string, env: S3Environment = {}) => readS3Settings(location, { ...KEYS, ...env });

describe('settings of S3', () => {
  it.each([
    ['s3://bucket', {}, 'https://bucket.s3.us-east-1.amazonaws.com', ''],
    ['S3://bucket/a', {}, 'https://bucket.s3.us-east-1.amazonaws.com', 'a/'],
    ['s3://bucket/', {}, 'https://bucket.s3.us-east-1.amazonaws.com', ''],
    [
      's3://bucket/a/b',
      { AWS_REGION: 'eu-central-1' },
      'https://bucket.s3.eu-central-1.amazonaws.com',
      'a/b/',
    ],
    [
      's3://my.bucket/a/',
      { AWS_DEFAULT_REGION: 'eu-west-3' },
      'https://s3.eu-west-3.amazonaws.com/my.bucket',
      'a/',
    ],
    ['s3://bucket/a', { AWS_ENDPOINT_URL: 'http://10.0.0.1:9000/' }, 'http://10.0.0.1:9000/bucket', 'a/'],
    [
      's3://bucket/a',
      { AWS_ENDPOINT_URL: 'http://other', AWS_ENDPOINT_URL_S3: 'https://s3.example/store' },
      'https://s3.example/store/bucket',
      'a/',
    ],
  ])('%s with %j', (location, env, bucketUrl, prefix) => {
    expect(read(location, env)).toMatchObject({ location, bucketUrl, prefix });
  });

  it('take an empty variable for one that is not set', () => {
    expect(
      read('s3://bucket', { AWS_SESSION_TOKEN: '', AWS_REGION: ' ', AWS_ENDPOINT_URL: '' }),
    ).toMatchObject({
      sessionToken: null,
      region: 'us-east-1',
    });
  });

  it.each([
    ['s3:/bucket', {}, 'BASECASE_BLOBS'],
    ['s3://Bucket', {}, 'BASECASE_BLOBS'],
    ['s3://bucket/../other', {}, 'BASECASE_BLOBS'],
    ['s3://bucket/a b', {}, 'BASECASE_BLOBS'],
    ['s3://bucket//a', {}, 'BASECASE_BLOBS'],
    ['s3://bucket', { AWS_SECRET_ACCESS_KEY: '' }, 'AWS_SECRET_ACCESS_KEY'],
    ['s3://bucket', { AWS_ACCESS_KEY_ID: undefined }, 'AWS_ACCESS_KEY_ID'],
    ['s3://bucket', { AWS_REGION: 'eu west' }, 'AWS_REGION'],
    ['s3://bucket', { AWS_ENDPOINT_URL_S3: 'minio:9000' }, 'AWS_ENDPOINT_URL_S3'],
    ['s3://bucket', { AWS_ENDPOINT_URL_S3: 'http://user:pass@minio:9000' }, 'AWS_ENDPOINT_URL_S3'],
  ])('%s with %j names the setting, and no key', (location, env, setting) => {
    const reading = () => read(location, env);
    expect(reading).toThrow(BlobStoreError);
    expect(reading).toThrow(setting);
    expect(reading).not.toThrow(/top-secret|pass@/);
  });
});
