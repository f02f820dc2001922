import type { AddressProblem } from '@basecase/views/url';
import { problem } from './problem';

/** Of the names that are listed in the title; all of them are in `errors`. */
const NAMED = 12;

/**
 * The answer to an address that the HTTP interface does not understand: 400, or 404 for a server that is not there, with
 * what there is instead. Null when everything is understood.
 *
 * @param resources parameters that identify the resource of the address: an unknown name in them means not found
 */
export function refuseAddress(
  problems: readonly AddressProblem[],
  resources: readonly string[] = ['server'],
): Response | null {
  if (problems.length === 0) return null;
  const isMissing = problems.every(({ parameter, value }) => resources.includes(parameter) && value !== '');
  return problem({
    status: isMissing ? 404 : 400,
    code: isMissing ? 'NOT_FOUND' : 'PARAMETER_INVALID',
    title: problems.map(sentence).join(' '),
    errors: problems,
  });
}

/** The message with the known values: `… There is: a, b, c.` */
function sentence({ message, known }: AddressProblem): string {
  if (known.length === 0) return message;
  const more = known.length > NAMED ? ` and ${known.length - NAMED} more` : '';
  return `${message} There is: ${known.slice(0, NAMED).join(', ')}${more}.`;
}
