import { benchmarkPage } from '../benchmark-page';

const { generateMetadata, Page } = benchmarkPage('fsync');

export { generateMetadata };
export default Page;
