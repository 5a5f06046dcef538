\set receiver random(0, :users - 1)
SELECT id, content, anonymous, sent_at FROM note WHERE receiver = :receiver ORDER BY id DESC LIMIT :page;
