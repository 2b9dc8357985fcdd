#!/bin/sh
# Creates the roles and the database of the portal, when the database container starts for the first time.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$HELIOGRAPH_PASSWORD" --username=postgres <<'SQL'
create role heliograph login password :'password';
create role heliograph_call nologin;
grant heliograph_call to heliograph;
create database heliograph owner heliograph encoding 'UTF8' template template0;
SQL
