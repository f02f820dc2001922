import { benchmarkPage } from '../benchmark-page';

const { generateMetadata, page } = benchmarkPage('pgbench');

export { generateMetadata };
export default page;
