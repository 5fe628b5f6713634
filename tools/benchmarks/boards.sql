-- The boards of all weeks, by the rules that hold until others are set. DIV is the division of whole numbers. What a
-- retraction takes back counts on the day on which it was earned, which is the event's credited time; days begin at
-- midnight UTC, weeks on Monday, and 1970 began on a Thursday.
WITH awards AS (
    SELECT CASE WHEN kind IN (32, 43, 44, 64) THEN actor ELSE owner END AS member,
        credited DIV 86400000000 + 3 AS day,
        CASE WHEN kind IN (32, 35, 36, 43, 64, 67) THEN 1 ELSE -1 END AS change,
        CASE WHEN kind IN (32, 34, 35) THEN 10 WHEN kind IN (36, 37) THEN 2 ELSE 1 END AS points
    FROM events
    WHERE kind IN (32, 34, 35, 43, 44, 64, 66, 67) OR kind IN (36, 37) AND actor <> owner
), days AS (
    SELECT member, day, sum(change) AS net, sum(change * points) AS points
    FROM awards WHERE member <> 0 GROUP BY member, day
), weeks AS (
    SELECT member, day DIV 7 AS week, sum(points) AS engagement, count(*) FILTER (WHERE net > 0) AS days
    FROM days GROUP BY member, day DIV 7
), banned AS (
    SELECT subject FROM events WHERE kind IN (27, 28) GROUP BY subject
    HAVING max(CASE WHEN kind = 27 THEN position END) > coalesce(max(CASE WHEN kind = 28 THEN position END), 0)
), hidden AS (
    SELECT subject FROM banned UNION SELECT subject FROM events WHERE kind = 21
)
SELECT week, rank() OVER (PARTITION BY week ORDER BY engagement DESC, days DESC) AS rank, member, engagement, days
FROM weeks WHERE engagement > 0 AND NOT EXISTS (SELECT 1 FROM hidden WHERE subject = member)
