import type { AddressProblem } from '@basecase/views/url';
import { problem } from './problem';

/** Of the names that are listed in the title; all of them are in `errors`. */
const NAMED = 12;

/**
 * The answer to an address that the HTTP interface does not understand: 400, or 404 for a server that is not there, with
 * what there is instead. Null when everything is understood.
 */
export function refuseAddress(problems: readonly AddressProblem[]): Response | null {
  if (problems.length === 0) return null;
  const isServer = problems.every(({ parameter }) => parameter === 'server');
  return problem({
    status: isServer ? 404 : 400,
    code: isServer ? 'NOT_FOUND' : 'PARAMETER_INVALID',
    title: problems.map(sentence).join(' '),
    errors: problems,
  });
}

/** `There is no workload “nope” on pn53. There is: a, b, c.` */
function sentence({ message, known }: AddressProblem): string {
  if (known.length === 0) return message;
  const more = known.length > NAMED ? ` and ${known.length - NAMED} more` : '';
  return `${message} There is: ${known.slice(0, NAMED).join(', ')}${more}.`;
}
