-- Creates the two roles of the service. Run it once, as a superuser, in the database of the service:
--   OWNER_PASSWORD=… APP_PASSWORD=… psql -d maumau -f docker/roles.sql
-- maumau_owner owns the tables and runs `manage.py migrate`. All other processes use the role maumau.
-- After each migration, run `manage.py grant_rights maumau` as the owner. It grants this role what it needs.
\set ON_ERROR_STOP on
\getenv owner_password OWNER_PASSWORD
\getenv app_password APP_PASSWORD

CREATE ROLE maumau_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE maumau LOGIN PASSWORD :'app_password';
SELECT current_database() AS database \gset
ALTER DATABASE :"database" OWNER TO maumau_owner;
ALTER SCHEMA public OWNER TO maumau_owner;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
