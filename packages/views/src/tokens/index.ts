export { prepareTokens, type TokenTable } from './prepare-tokens';
