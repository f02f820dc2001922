import { start } from './start';

void start('home', async () => (await import('../../features/home/home-inbox')).HomeInbox);
