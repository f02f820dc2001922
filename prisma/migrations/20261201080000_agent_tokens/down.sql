-- The older version knows no such role: these tokens are deleted, and their agents need new ones with the role upload.
DELETE FROM "api_tokens" WHERE "role"::text = 'agent';
ALTER TYPE "token_role" RENAME TO "token_role_with_agent";
CREATE TYPE "token_role" AS ENUM ('reader', 'upload', 'admin');
ALTER TABLE "api_tokens" ALTER COLUMN "role" TYPE "token_role" USING "role"::text::"token_role";
DROP TYPE "token_role_with_agent";
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261201080000_agent_tokens';
