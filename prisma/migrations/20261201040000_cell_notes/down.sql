-- Notes that were written meanwhile are lost.
DROP TABLE "cell_notes";
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261201040000_cell_notes';
