import { start } from './start';

void start('compare', async () => (await import('../compare')).CompareView);
