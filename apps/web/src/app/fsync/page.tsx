import { benchmarkPage } from '../benchmark-page';

const { generateMetadata, page } = benchmarkPage('fsync');

export { generateMetadata };
export default page;
