/** SQL: whether the database is one of a cluster of Citus. */
export const IS_CLUSTER = `EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')`;
