import { benchmarkPage } from '../benchmark-page';

const { generateMetadata, Page } = benchmarkPage('pgbench');

export { generateMetadata };
export default Page;
