import type { WebhookFormat } from '../types/webhooks';

const SLACK = /^hooks\.slack(-gov)?\.com$/;
/** Connectors of Office, and workflows of Power Automate by their old and new hosts. */
const TEAMS =
  /(^|\.)(webhook\.office\.com|outlook\.office(365)?\.com|logic\.azure\.(com|us)|api\.powerplatform\.com)$/;

/** The format that the receiver at an address reads; JSON where the host is none of a chat or a forge. */
export function guessFormat({ protocol, hostname }: URL): WebhookFormat {
  if (protocol === 'mailto:') return 'mail';
  if (hostname === 'github.com' || hostname === 'gitlab.com')
    return hostname === 'github.com' ? 'github' : 'gitlab';
  if (SLACK.test(hostname)) return 'slack';
  return TEAMS.test(hostname) ? 'teams' : 'json';
}
