import type { MailText } from '../types/webhooks';

/** The mail server and the addresses of an operator. */
export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  smtpUrl: string;
  /** Address of the sender: `basecase@bench.example` or `Basecase <basecase@bench.example>`. */
  from: string;
  /** Where receivers end the mails: an address of a page, or `mailto:`. */
  unsubscribe: string;
}

/**
 * Sends one mail.
 *
 * @param mail id: of the delivery, the same for each try
 * @throws Error when the mail server did not take it; `responseCode` 500 and above: it never will
 */
export function sendMail(settings: MailSettings, mail: MailText & { id: number; to: string }): Promise<void>;
