export { prepareSessions, prepareTokens, type SessionRow, type TokenTable } from './prepare-tokens';
