-- Means of a day's prices are computed by the process (server/src/energy/money/rules/meanPrices.ts): a cluster refuses them in a statement.
drop function own_hours(bigint[], bigint[]);
drop function hours_mean(bigint[], double precision[], int);
drop function day_mean(double precision[], int);
