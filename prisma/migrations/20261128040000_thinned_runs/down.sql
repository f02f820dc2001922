-- A thinned night whose uploads are all gone can return: only this table remembers it.
DROP TABLE "thinned_runs";
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261128040000_thinned_runs';
