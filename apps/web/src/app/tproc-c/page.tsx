import { loadTprocC } from '@basecase/views/benchmarks';
import { TprocCScreen } from '../../features/benchmarks/tproc-c/tproc-c-screen';
import { benchmarkPage } from '../benchmark-page';

const { generateMetadata, page } = benchmarkPage({
  path: '/tproc-c',
  benchmark: 'tproc-c',
  title: 'TPROC-C',
  load: loadTprocC,
  draw: ({ page: head, model }, share) => <TprocCScreen page={head} model={model} share={share} />,
});

export { generateMetadata };
export default page;
