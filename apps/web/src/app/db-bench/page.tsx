import { loadDbBench } from '@basecase/views/benchmarks';
import { DbBenchScreen } from '../../features/benchmarks/db-bench/db-bench-screen';
import { benchmarkPage } from '../benchmark-page';

const { generateMetadata, page } = benchmarkPage({
  path: '/db-bench',
  benchmark: 'db_bench',
  title: 'db_bench',
  load: loadDbBench,
  draw: ({ page: head, model }, share) => <DbBenchScreen page={head} model={model} share={share} />,
});

export { generateMetadata };
export default page;
