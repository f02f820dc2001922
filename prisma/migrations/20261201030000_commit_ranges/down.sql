-- They can be read again from git.
DROP TABLE "commit_ranges";
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261201030000_commit_ranges';
