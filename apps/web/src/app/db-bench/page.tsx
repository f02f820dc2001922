import { benchmarkPage } from '../benchmark-page';

const { generateMetadata, Page } = benchmarkPage('db-bench');

export { generateMetadata };
export default Page;
