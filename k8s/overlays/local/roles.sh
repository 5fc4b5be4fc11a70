#!/bin/bash
# A role and a database for each service; run once by the image, when the data folder is empty.
set -euo pipefail
for service in gateway runs runbooks; do
  password="${service^^}_PASSWORD"
  psql --username postgres -v ON_ERROR_STOP=1 -v role="errand_$service" -v password="${!password}" <<'SQL'
CREATE ROLE :"role" LOGIN PASSWORD :'password';
CREATE DATABASE :"role" OWNER :"role";
REVOKE ALL ON DATABASE :"role" FROM PUBLIC;
SQL
done
