import { RUN_EXPORTS } from '@basecase/db/export/export-runs';
import { getRegression } from '@basecase/db/regressions/record-page/get-regression';
import { answer } from '../../../../../../server/answer';
import { database } from '../../../../../../server/database';
import { findRunExport, shownRunsFile } from '../../../../../../server/export/run-export';
import { problem } from '../../../../../../server/problem';
import { shownOfRecord } from '../../../../../../server/regressions/regression-permalink';

/** The runs behind a record in the open format or as Parquet: its tests at the versions that its page shows. */
export function GET(request: Request, { params }: { params: Promise<{ slug: string }> }) {
  return answer('GET /api/v1/regressions/:slug/results', async () => {
    const format = findRunExport(new URL(request.url).searchParams.get('format') ?? 'results');
    if (!format) {
      const title = `format must be one of ${RUN_EXPORTS.join(', ')}`;
      return problem({ status: 400, code: 'FORMAT_UNKNOWN', title });
    }
    const record = await getRegression(database(), (await params).slug);
    return shownRunsFile(format, [shownOfRecord(record)], record.slug);
  });
}
