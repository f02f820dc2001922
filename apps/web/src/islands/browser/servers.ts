import { start } from './start';

void start('servers', async () => (await import('../servers')).ServersView);
