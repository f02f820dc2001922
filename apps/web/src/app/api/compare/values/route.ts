import { toHeatmapData } from '@basecase/views/compare';
import { answer } from '../../../../server/answer';
import { serverCaller } from '../../../../server/root';

/** Values of some metrics of a heatmap: the second part of a large compare page. Not part of the HTTP interface. */
export function GET(request: Request) {
  return answer('GET /api/compare/values', async () => {
    const query = new URL(request.url).searchParams;
    const [server, workload] = [query.get('server') ?? '', query.get('workload') ?? ''];
    const metrics = new Set(query.getAll('metric'));
    const warmups = query.get('warmups') === '1';
    const nights = query.get('nights')?.split(',').filter(Boolean) ?? [];
    const view = await serverCaller().compare.view({ server, workload, warmups, nights });
    const { values } = toHeatmapData(view);
    return Response.json(
      Object.fromEntries(Object.entries(values).filter(([metric]) => metrics.has(metric))),
    );
  });
}
