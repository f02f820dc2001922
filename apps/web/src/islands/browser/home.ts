import { start } from './start';

void start('home', async () => (await import('../../features/home/saved-views-list')).SavedViewsList);
