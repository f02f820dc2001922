import { benchmarkPage } from '../benchmark-page';

const { generateMetadata, Page } = benchmarkPage('tproc-c');

export { generateMetadata };
export default Page;
