-- Why a number is not believed: { code, message, file, line } of the number that contradicts it. Null, and without a byte in
-- the row, for nearly every number. A path and no foreign key: it names a file of the same upload, whose numbers and files
-- are deleted together.
ALTER TABLE "measurements" ADD COLUMN "doubt" JSONB;
