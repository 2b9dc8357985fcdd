-- The unconfirmed company for whose plant a report was withheld: it gets the report when it is confirmed. Null: nobody does.
alter table raw_reports add column withheld_for int;
create index raw_reports_withheld on raw_reports (sn) where withheld_for is not null;
grant update (withheld_for) on raw_reports to heliograph_call;
