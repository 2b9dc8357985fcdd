-- Locks plants in the order of their ids, before their numbers, devices and live rows, as whoever changes one of them does.
-- One by one: so a distributed database takes it, too.
create function lock_plants(sids text[]) returns void language plpgsql as $$
declare
  one text;
begin
  for one in select x from unnest(sids) x order by x loop
    perform from sites s where s.sid = one for no key update;
  end loop;
end $$;
