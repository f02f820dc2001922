import { start } from './start';

void start('trends', async () => (await import('../trends')).TrendsView);
