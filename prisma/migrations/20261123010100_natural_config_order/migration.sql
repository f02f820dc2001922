-- Configs sort as people read them: x10cw2 before x10cw16.

-- A key whose byte order is natural order: each number is preceded by how many digits it has. The name at its end keeps
-- cw2 and cw02 apart.
CREATE FUNCTION "natural_sort_key"("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(
    CASE WHEN parts[1] ~ '^[0-9]' THEN lpad(length(ltrim(parts[1], '0'))::text, 4, '0') || ltrim(parts[1], '0')
    ELSE parts[1] END, '' ORDER BY place) || chr(9) || "name"
  FROM regexp_matches("name", '[0-9]+|[^0-9]+', 'g') WITH ORDINALITY AS found (parts, place)
$$;

-- COLLATE "C" for the same reason as versions.sort_key.
ALTER TABLE "configs" ADD COLUMN "sort_key" TEXT COLLATE "C";
UPDATE "configs" SET "sort_key" = natural_sort_key("name");
ALTER TABLE "configs" ALTER COLUMN "sort_key" SET NOT NULL;

-- It follows from the name, whoever writes that.
CREATE FUNCTION "set_config_sort_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.sort_key := natural_sort_key(NEW.name);
  RETURN NEW;
END $$;
CREATE TRIGGER "configs_sort_key" BEFORE INSERT OR UPDATE ON "configs"
  FOR EACH ROW EXECUTE FUNCTION set_config_sort_key();
