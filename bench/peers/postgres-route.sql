\set rider random(0, :users - 1)
SELECT recorded_at, latitude, longitude FROM position
    WHERE rider = :rider AND delivery = 1 ORDER BY recorded_at;
