import { AppError } from '@basecase/db/errors';
import type { AddressProblem } from '@basecase/views/url';

/** Of the names that are listed in the title; all of them are in `errors`. */
const NAMED = 12;

/** An address that the HTTP interface does not understand: 400, or 404 for a server that is not there. */
export class AddressError extends AppError {
  static override readonly name = 'AddressError';
  /** Parts of the address that are not understood, one by one. */
  readonly problems: readonly AddressProblem[];

  constructor(problems: readonly AddressProblem[], isMissing: boolean) {
    const answer = isMissing
      ? { status: 404, code: 'NOT_FOUND' }
      : { status: 400, code: 'PARAMETER_INVALID' };
    super(answer, problems.map(sentence).join(' '));
    this.problems = problems;
  }
}

/**
 * Refuses an address that is not understood, with what there is instead.
 *
 * @param resources parameters that identify the resource of the address: an unknown name in them means not found
 * @throws AddressError unless everything is understood
 */
export function refuseAddress(
  problems: readonly AddressProblem[],
  resources: readonly string[] = ['server'],
): void {
  if (problems.length === 0) return;
  throw new AddressError(
    problems,
    problems.every(({ parameter, value }) => resources.includes(parameter) && value !== ''),
  );
}

/** The message with the known values: `… There is: a, b, c.` */
function sentence({ message, known }: AddressProblem): string {
  if (known.length === 0) return message;
  const more = known.length > NAMED ? ` and ${known.length - NAMED} more` : '';
  return `${message} There is: ${known.slice(0, NAMED).join(', ')}${more}.`;
}
