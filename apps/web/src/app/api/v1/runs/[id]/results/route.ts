import { RUN_EXPORTS } from '@basecase/db/export/export-runs';
import { wholeRun } from '@basecase/db/export/list-run-groups';
import { loadRuns } from '@basecase/db/export/load-runs';
import { getRunPage } from '@basecase/db/queries/get-run-page';
import { answer } from '../../../../../../server/answer';
import { database } from '../../../../../../server/database';
import { findRunExport, runsFile } from '../../../../../../server/export/run-export';
import { problem } from '../../../../../../server/problem';

/** A run in the open format or as Parquet, with every number that counts and the corrections in force. */
export function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  return answer('GET /api/v1/runs/:id/results', async () => {
    const format = findRunExport(new URL(request.url).searchParams.get('format') ?? 'results');
    if (!format) {
      const title = `format must be one of ${RUN_EXPORTS.join(', ')}`;
      return problem({ status: 400, code: 'FORMAT_UNKNOWN', title });
    }
    // The id that the run has, and a 404 for one that is not there.
    const { id, label } = await getRunPage(database(), (await params).id);
    return runsFile(format, loadRuns(database(), [wholeRun(id)]), label);
  });
}
