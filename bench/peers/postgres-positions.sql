-- A day of each of :riders riders, :positions positions each, one each ten seconds. The key has all
-- that a way is read for, so that it is one walk along it.
CREATE TABLE position (
    rider integer NOT NULL,
    delivery integer NOT NULL,
    recorded_at timestamptz NOT NULL,
    latitude double precision NOT NULL,
    longitude double precision NOT NULL,
    PRIMARY KEY (rider, delivery, recorded_at) INCLUDE (latitude, longitude)
);
INSERT INTO position
    SELECT r, 1, timestamptz '2026-01-01 00:00:00+00' + s * interval '10 seconds',
        33 + s * 0.0007, 126.978 + r * 0.001 + s * 0.0001
    FROM generate_series(0, :riders - 1) AS r, generate_series(0, :positions - 1) AS s
    ORDER BY r, s;
VACUUM (FREEZE, ANALYZE) position;
