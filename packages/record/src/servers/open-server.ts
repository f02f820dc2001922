import type { Variant } from '../plan/plan';
import { openCommands } from './commands';
import { openMysql } from './mysql';
import { openPostgres } from './postgres';
import type { DatabaseServer, ServerContext } from './server';

/**
 * The server of a variant; nothing is started yet.
 *
 * @param binaries directory of its programs; empty for commands
 */
export function openServer(variant: Variant, binaries: string, context: ServerContext): DatabaseServer {
  switch (variant.starter) {
    case 'postgres':
      return openPostgres(variant, binaries, context);
    case 'mysql':
    case 'mariadb':
      return openMysql(variant, binaries, context);
    case 'commands':
      return openCommands(variant, context);
  }
}
