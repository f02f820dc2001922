import { benchmarkPage } from '../benchmark-page';

const { generateMetadata, page } = benchmarkPage('insert-benchmark');

export { generateMetadata };
export default page;
