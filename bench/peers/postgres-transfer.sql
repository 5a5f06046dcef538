\set payer random(0, :users - 1)
\set step random(1, :users - 1)
\set payee (:payer + :step) % :users
SELECT move(:payer, :payee, 1);
