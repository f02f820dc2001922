import { loadInsertBenchmark } from '@basecase/views/benchmarks';
import { InsertBenchmarkScreen } from '../../features/benchmarks/insert-benchmark/insert-benchmark-screen';
import { benchmarkPage } from '../benchmark-page';

const { generateMetadata, page } = benchmarkPage({
  path: '/insert-benchmark',
  benchmark: 'insert-benchmark',
  title: 'Insert Benchmark',
  load: loadInsertBenchmark,
  draw: ({ page: head, model, notes }, share) => (
    <InsertBenchmarkScreen page={head} model={model} notes={notes} share={share} />
  ),
});

export { generateMetadata };
export default page;
