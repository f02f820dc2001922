import { benchmarkPage } from '../benchmark-page';

const { generateMetadata, page } = benchmarkPage('tproc-c');

export { generateMetadata };
export default page;
