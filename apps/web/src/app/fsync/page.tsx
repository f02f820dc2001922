import { loadFsync } from '@basecase/views/benchmarks';
import { FsyncScreen } from '../../features/benchmarks/fsync/fsync-screen';
import { benchmarkPage } from '../benchmark-page';

const { generateMetadata, page } = benchmarkPage({
  path: '/fsync',
  benchmark: 'fio',
  title: 'fsync latency',
  load: loadFsync,
  draw: ({ page: head, model }, share) => <FsyncScreen page={head} model={model} share={share} />,
});

export { generateMetadata };
export default page;
