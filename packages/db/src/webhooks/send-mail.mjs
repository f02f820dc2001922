// Loads the mail library at the first mail, so that servers without mail never load it. Types: send-mail.d.mts.

/** A mail server that does not answer within this time is tried again later. */
const TIMEOUT_MS = 30_000;
/** One that answers, but never finishes. */
const MOST_MS = 120_000;

/** Files and addresses in a mail are never read: names of tests are part of it. */
const SAFE = { disableFileAccess: true, disableUrlAccess: true };

export async function sendMail({ smtpUrl, from, unsubscribe }, { id, to, subject, text, html }) {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      ...SAFE,
    },
    SAFE,
  );
  let timer;
  const tooLong = new Promise((_, reject) => {
    const error = Object.assign(new Error(`it did not finish within ${MOST_MS / 1000} s`), {
      code: 'ETIMEDOUT',
    });
    timer = setTimeout(reject, MOST_MS, error);
  });
  try {
    const sent = transport.sendMail({
      from,
      to,
      subject,
      text,
      html,
      // The same for every try: mail servers drop the second copy.
      messageId: `<basecase-${id}@${from.split('@').at(-1)?.replace('>', '') ?? 'basecase'}>`,
      headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'Auto-Submitted': 'auto-generated' },
    });
    await Promise.race([sent, tooLong]);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}
