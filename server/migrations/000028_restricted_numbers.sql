-- Restricting and forgetting numbers: calls may do neither by statements of their own, only by these two, which say once more who may.

-- `at` null cancels; who restricts again changes the reason, not the time. Gives what was there before; no row: nobody knew it.
create function restrict_number(number text, at timestamptz, why text)
returns table (sid text, restricted_at timestamptz, reason text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  return query select n.sid, n.restricted_at, n.restricted_reason from serial_numbers n where n.sn = number for update;
  if current_setting('heliograph.scope', true) is distinct from 'all' and not exists (
    select from serial_numbers n where n.sn = number and n.sid = current_setting('heliograph.changing', true)
  ) then
    raise exception 'only administrators restrict numbers that are not of the plant being changed' using errcode = '42501';
  end if;
  insert into serial_numbers as s (sn, restricted_at, restricted_reason) values (number, at, why)
  on conflict (sn) do update set restricted_reason = excluded.restricted_reason,
    restricted_at = case when excluded.restricted_at is not null then coalesce(s.restricted_at, excluded.restricted_at) end;
end $$;

-- With a gateway go the numbers of which only it told, or that were heard from where it is. What the registry knows of a number stays; that it was heard goes.
create function forget_number(number text, most int)
returns table (numbers int, frames int)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  gone text[];
begin
  numbers := 0;
  frames := 0;
  if current_setting('heliograph.scope', true) is distinct from 'all' then
    raise exception 'only administrators forget numbers' using errcode = '42501';
  end if;
  -- In the order of their names, as reports lock them: one that comes meanwhile is kept before this, or anew after it.
  select array_agg(l.sn) into gone from (
    select n.sn from serial_numbers n
    where n.sid is null and n.first_seen_at is not null and n.restricted_at is null and (n.sn = number or n.sn in (
      select c.sn from serial_numbers c
      where c.gateway_sn = number and c.sid is null and c.source in ('', (select g.source from serial_numbers g where g.sn = number))
      order by c.sn limit most))
    order by n.sn for update
  ) l;
  if gone is null or number <> all (gone) then
    return next;
    return;
  end if;
  delete from raw_reports r where r.sn = any (gone);
  get diagnostics frames = row_count;
  delete from gateways g where g.sn = any (gone) and g.sid is null;
  update serial_numbers n set first_seen_at = null, last_seen_at = null, source = '', gateway_sn = null
  where n.sn = any (gone) and n.product_id is not null;
  delete from serial_numbers n where n.sn = any (gone) and n.product_id is null;
  numbers := cardinality(gone);
  return next;
end $$;

revoke execute on function restrict_number(text, timestamptz, text), forget_number(text, int) from public;
grant execute on function restrict_number(text, timestamptz, text), forget_number(text, int) to heliograph_call;
