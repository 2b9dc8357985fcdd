-- A shadow is one finding while its obstacle stands, even in the months in which the sun passes above it: the hours in which it was seen show later
-- which days can end the finding. Days are judged for five weeks only, so the finding stores them.
-- [[half hour of solar time, lowest sun, highest sun (degrees), most energy of its neighbours (Wh)], ...]; empty: no shade, or found before this column
alter table module_findings add column shaded jsonb not null default '[]';
