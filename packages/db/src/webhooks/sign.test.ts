import { describe, expect, it } from 'vitest';
import { newSecret, signedHeaders } from './sign';

describe('signedHeaders', () => {
  it('signs as Standard Webhooks does', () => {
    // The example of its specification.
    const headers = signedHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('has a secret of 32 random bytes', () => {
    expect(Buffer.from(newSecret().slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(newSecret()).not.toBe(newSecret());
  });
});
