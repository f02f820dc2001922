import { visitLines } from '../files/line-blocks';
import type { FileDetails } from '../model/details';
import type { LogParser } from '../parsers/parser';
import { openDetails } from '../read-details';
import { readFixture } from './fixtures';

/** Details of a fixture, as its parser reads them; of other bytes, for a damaged one. */
export function readFixtureDetails(
  parser: LogParser | undefined,
  fixture: string,
  bytes = readFixture(fixture),
): FileDetails {
  const session = parser && openDetails(parser, fixture);
  if (!session) throw new Error(`no details for ${fixture}`);
  visitLines(bytes, 1, session);
  return session.end();
}
