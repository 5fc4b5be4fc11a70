-- Sets the passwords that the services are given: after databases.sql, and again whenever one was rotated.
\set password `cat /run/secrets/superuser`
ALTER ROLE postgres PASSWORD :'password';

\set password `cat /run/secrets/gateway`
ALTER ROLE errand_gateway PASSWORD :'password';

\set password `cat /run/secrets/runs`
ALTER ROLE errand_runs PASSWORD :'password';

\set password `cat /run/secrets/runbooks`
ALTER ROLE errand_runbooks PASSWORD :'password';
