import { toHeatmapData } from '@basecase/views/compare';
import { TRPCError } from '@trpc/server';
import { logError } from '../../../../server/log';
import { problem } from '../../../../server/problem';
import { serverCaller } from '../../../../server/root';

/** Values of some metrics of a heatmap: the second part of a large compare page. Not part of the HTTP interface. */
export async function GET(request: Request) {
  const query = new URL(request.url).searchParams;
  const [server, workload] = [query.get('server') ?? '', query.get('workload') ?? ''];
  const metrics = new Set(query.get('metrics')?.split(','));
  try {
    const { values } = toHeatmapData(await serverCaller().compare.view({ server, workload }));
    return Response.json(
      Object.fromEntries(Object.entries(values).filter(([metric]) => metrics.has(metric))),
    );
  } catch (error) {
    if (error instanceof TRPCError && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST')) {
      return problem({ status: 404, code: 'NOT_FOUND', title: 'No such heatmap' });
    }
    logError('api/compare/values', error);
    return problem({
      status: 500,
      code: 'INTERNAL',
      title: 'Internal server error. See the server log.',
    });
  }
}
