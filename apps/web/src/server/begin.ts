import { wrongSettings } from '../env';
import { guardRequests } from './access/http-gate';
import { limitRequests } from './admission/open-door';
import { findBlobProblem } from './blob-health';
import { endInOrder } from './ending';
import { letRequestsIn } from './http-server';
import { logError } from './log';
import { allowSlowUploads } from './slow-uploads';

/**
 * Sets up the layers in front of Next.js, and lets requests in. Where that fails this process ends with exit code 1:
 * Next.js would keep listening and answer no request.
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
  // Logged at once, before a log file is needed.
  void findBlobProblem();
}
