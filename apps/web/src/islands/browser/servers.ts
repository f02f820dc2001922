import { ServersView } from '../servers';
import { start } from './start';

start('servers', ServersView);
