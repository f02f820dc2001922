import { benchmarkPage } from '../benchmark-page';

const { generateMetadata, Page } = benchmarkPage('insert-benchmark');

export { generateMetadata };
export default Page;
