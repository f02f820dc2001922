import { Section } from '../../ui/page/section';

/** Node.js, without a library: the shortest thing that is right. */
const EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto';

// secret: as shown. headers, body: of the request; the raw body, before parsing.
const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
const signed = \`\${headers['webhook-id']}.\${headers['webhook-timestamp']}.\${body}\`;
const expected = Buffer.from(\`v1,\${createHmac('sha256', key).update(signed).digest('base64')}\`);
const sent = Buffer.from(headers['webhook-signature'] ?? '');
const isFromHere = sent.length === expected.length && timingSafeEqual(sent, expected);`;

const MESSAGE = `{ "type": "regression.new", "timestamp": "2026-01-14T09:30:00.000Z",
  "data": { "title": "update-zipf_range=100 is slower since PostgreSQL 16.11",
            "path": "/r/update-zipf-100-16.11-k3x9q", "ratio": 0.85, … } }`;

/** What a receiver gets, and how it knows who sent it. */
export function HowToVerify() {
  return (
    <Section title="What a receiver gets" hint="a signed POST for each event" id="verify">
      <div className="inset verify">
        <p>
          A message names the event and the record. A test message has the type <code>webhook.test</code> and
          no record.
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0}>{MESSAGE}</pre>
        <p>
          A status from 200 to 299 within 10 seconds counts as delivered. Otherwise the message is retried, up
          to ten times within about four hours. Messages are signed according to{' '}
          <a href="https://www.standardwebhooks.com" rel="noreferrer">
            Standard Webhooks
          </a>{' '}
          , so its libraries can verify them. Without a library:
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0}>{EXAMPLE}</pre>
        <p>
          Reject a <code>webhook-timestamp</code> older than five minutes, and a <code>webhook-id</code> that
          you have seen: a message may arrive twice.
        </p>
      </div>
    </Section>
  );
}
