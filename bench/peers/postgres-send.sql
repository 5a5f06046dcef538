\set sender random(0, :users - 1)
\set receiver random(0, :users - 1)
INSERT INTO note (sender, receiver, content, anonymous) VALUES (:sender, :receiver, :content, true) RETURNING id;
