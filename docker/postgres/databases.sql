-- A role and a database for each service, when the server starts for the first time. A role reaches its own database
-- and no other. Their passwords come after this, in passwords.sql.
REVOKE CONNECT, TEMPORARY ON DATABASE postgres, template1 FROM PUBLIC;

CREATE ROLE errand_gateway LOGIN;
CREATE DATABASE errand_gateway OWNER errand_gateway;
REVOKE CONNECT, TEMPORARY ON DATABASE errand_gateway FROM PUBLIC;

CREATE ROLE errand_runs LOGIN;
CREATE DATABASE errand_runs OWNER errand_runs;
REVOKE CONNECT, TEMPORARY ON DATABASE errand_runs FROM PUBLIC;

CREATE ROLE errand_runbooks LOGIN;
CREATE DATABASE errand_runbooks OWNER errand_runbooks;
REVOKE CONNECT, TEMPORARY ON DATABASE errand_runbooks FROM PUBLIC;
