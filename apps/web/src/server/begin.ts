import { wrongSettings } from '../env';
import { guardRequests } from './access/http-gate';
import { limitRequests } from './admission/open-door';
import { findBlobProblem } from './blob-health';
import { endInOrder } from './ending';
import { letRequestsIn } from './http-server';
import { logError } from './log';
import { allowSlowUploads } from './slow-uploads';

/**
 * Sets up what stands in front of Next.js, and lets requests in. Where that can't be done this process ends with exit code 1:
 * Next.js would go on listening and answer nobody.
 */
export function beginOrEnd(): void {
  const wrong = wrongSettings();
  if (wrong.length > 0) {
    process.stderr.write(wrong.map((line) => `✗ ${line}\n`).join(''));
    process.exit(1);
  }
  try {
    guardRequests();
    limitRequests();
    allowSlowUploads();
    endInOrder();
    letRequestsIn();
  } catch (error) {
    logError('start', error);
    process.exit(1);
  }
  // Said in the log at once, and not when somebody looks for a log file.
  void findBlobProblem();
}
