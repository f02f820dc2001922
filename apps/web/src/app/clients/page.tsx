import { benchmarkPage } from '../benchmark-page';

const { generateMetadata, page } = benchmarkPage('clients');

export { generateMetadata };
export default page;
