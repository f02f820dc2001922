import { benchmarkPage } from '../benchmark-page';

const { generateMetadata, page } = benchmarkPage('db-bench');

export { generateMetadata };
export default page;
