-- A note: the record itself, the whole record in the receiver's list, its id in the sender's list.
-- KEYS: m:ID r:RECEIVER s:SENDER   ARGV: the record, whose first 16 bytes are the id
local id = string.sub(ARGV[1], 1, 16)
redis.call('SET', KEYS[1], ARGV[1])
redis.call('LPUSH', KEYS[2], ARGV[1])
redis.call('LPUSH', KEYS[3], id)
return id
