\set payer random(0, :users - 1)
SELECT move(:payer, :users, 1);
