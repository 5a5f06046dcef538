-- Accounts 0 to :users - 1 of users, and account :users of the application that all may pay to.
-- A transfer moves an amount once by its name, and no user's balance goes below nothing: all of it in
-- the transaction of one statement.
CREATE TABLE account (
    id integer PRIMARY KEY,
    balance bigint NOT NULL,
    is_own boolean NOT NULL,
    CHECK (NOT is_own OR balance >= 0)
) WITH (fillfactor = 50);
CREATE TABLE transfer (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source integer NOT NULL,
    destination integer NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    source_balance bigint NOT NULL,
    destination_balance bigint NOT NULL,
    name uuid NOT NULL UNIQUE,
    occurred_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX transfer_source ON transfer (source, id);
CREATE INDEX transfer_destination ON transfer (destination, id);
INSERT INTO account
    SELECT i, CASE WHEN i < :users THEN 1000000000 ELSE 0 END, i < :users
    FROM generate_series(0, :users) AS i;
CREATE FUNCTION move(payer integer, payee integer, amount bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    payer_balance bigint;
    payee_balance bigint;
    number bigint;
BEGIN
    -- In one order, so that two who pay each other do not wait for each other.
    IF payer < payee THEN
        UPDATE account SET balance = balance - amount WHERE id = payer
            RETURNING balance INTO payer_balance;
    END IF;
    UPDATE account SET balance = balance + amount WHERE id = payee
        RETURNING balance INTO payee_balance;
    IF payer > payee THEN
        UPDATE account SET balance = balance - amount WHERE id = payer
            RETURNING balance INTO payer_balance;
    END IF;
    INSERT INTO transfer
        (source, destination, amount, source_balance, destination_balance, name)
        VALUES (payer, payee, amount, payer_balance, payee_balance, gen_random_uuid())
        RETURNING id INTO number;
    RETURN number;
END
$$;
VACUUM (FREEZE, ANALYZE) account;
