-- The list of serial numbers: who sees one, whose stock it is, and how stock is taken in and given up.

alter table serial_numbers
  -- the company that entered it before anybody registered it; null: nobody did
  add column stock_of int references companies (id),
  add column entered_at timestamptz,
  -- of the plant that it is in (changes/siteAccess.ts); {} while it is in none
  add column seen_by int[] not null default '{}';
update serial_numbers n set seen_by = s.seen_by from sites s where s.sid = n.sid;

create index serial_numbers_seen_by on serial_numbers using gin (seen_by) where sid is not null;
create index serial_numbers_stock on serial_numbers (stock_of, sn) where stock_of is not null;
create index serial_numbers_activated on serial_numbers (activated_at desc nulls last, sn);
create index serial_numbers_restricted on serial_numbers (restricted_at desc, sn) where restricted_at is not null;
-- Beginnings are asked for as a range: row policies keep `like` from an index.
create index serial_numbers_beginning on serial_numbers (sn collate "C");

grant select (stock_of, entered_at, seen_by), update (seen_by) on serial_numbers to heliograph_call;

-- As before, and the numbers of one's branch's plants and of one's company's stock.
do $$
declare
  everything constant text := $x$texteq(current_setting('heliograph.scope', true), 'all')$x$;
  branch constant text := $x$nullif(current_setting('heliograph.branch', true), '')::int$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  signed_in constant text := $x$current_setting('heliograph.user_id', true) <> ''$x$;
begin
  execute format('alter policy seen on serial_numbers using (%1$s or %2$s or (sid is null and %3$s) or %4$s = any (seen_by) or -stock_of = %4$s)',
    everything, asked, signed_in, branch);
end $$;

-- Enters numbers as products' stock of a company: all of them, or none while one of them cannot be. Says of each, in the
-- given order, what became of it: `added`; `changed`, it was known and is of this product and company now; `same`;
-- `refused`: in a plant, restricted, or another company's. Administrators' is nobody's stock (`company` null).
create function enter_numbers(numbers text[], products int[], company int, at timestamptz)
returns table (sn text, result text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  sees_all boolean := current_setting('heliograph.scope', true) is not distinct from 'all';
  branch int := nullif(current_setting('heliograph.branch', true), '')::int;
  results text[];
begin
  if current_setting('heliograph.changing', true) is distinct from 'numbers'
    or not (sees_all or (company is not null and -company = branch)) then
    raise exception 'only administrators and companies enter numbers' using errcode = '42501';
  end if;
  -- In one order, as all who lock numbers.
  perform from serial_numbers n where n.sn = any (numbers) order by n.sn for update;
  select array_agg(case
      when n.sn is null then 'added'
      when n.sid is not null or n.restricted_at is not null then 'refused'
      when not sees_all and n.stock_of is distinct from company and n.stock_of is not null then 'refused'
      when n.product_id is not distinct from g.product and n.stock_of is not distinct from coalesce(company, n.stock_of) then 'same'
      else 'changed' end order by g.place)
  into results
  from (select unnest(numbers) as sn, unnest(products) as product, generate_series(1, cardinality(numbers)) as place) g
  left join serial_numbers n on n.sn = g.sn;
  if 'refused' <> all (results) then
    insert into serial_numbers as s (sn, product_id, stock_of, entered_at)
    select g.sn, g.product, company, at from (select unnest(numbers) as sn, unnest(products) as product) g order by g.sn
    on conflict (sn) do update set product_id = excluded.product_id, stock_of = coalesce(excluded.stock_of, s.stock_of),
      entered_at = coalesce(s.entered_at, excluded.entered_at)
    -- Taken into a plant, or restricted, by who came between.
    where s.sid is null and s.restricted_at is null;
  end if;
  return query select g.sn, g.result from (select unnest(numbers) as sn, unnest(results) as result) g;
end $$;

-- Gives up what a company entered and nobody registered: all of them, or none. Gives how many; what was heard stays as unknown.
create function give_up_numbers(numbers text[])
returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  sees_all boolean := current_setting('heliograph.scope', true) is not distinct from 'all';
  branch int := nullif(current_setting('heliograph.branch', true), '')::int;
  mine text[];
begin
  if current_setting('heliograph.changing', true) is distinct from 'numbers' then
    raise exception 'only who changes the list of numbers gives them up' using errcode = '42501';
  end if;
  select array_agg(l.sn) into mine from (
    select n.sn from serial_numbers n
    where n.sn = any (numbers) and n.sid is null and n.restricted_at is null and (sees_all or -n.stock_of = branch)
      and (n.product_id is not null or n.stock_of is not null)
    order by n.sn for update
  ) l;
  if mine is null or cardinality(mine) <> cardinality(numbers) then
    return 0;
  end if;
  update serial_numbers n set product_id = null, stock_of = null, entered_at = null where n.sn = any (mine) and n.first_seen_at is not null;
  delete from serial_numbers n where n.sn = any (mine) and n.first_seen_at is null;
  return cardinality(mine);
end $$;

-- The numbers of the branch's plants and of the company's stock: row policies would keep the session from the index of them.
create function branch_numbers()
returns setof text
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  branch int := nullif(current_setting('heliograph.branch', true), '')::int;
begin
  if coalesce(branch, 0) = 0 then
    return;
  end if;
  return query
    select n.sn from serial_numbers n where n.sid is not null and n.seen_by @> array[branch]
    union select n.sn from serial_numbers n where n.stock_of = -branch;
end $$;

revoke execute on function branch_numbers(), enter_numbers(text[], int[], int, timestamptz), give_up_numbers(text[]) from public;
grant execute on function branch_numbers(), enter_numbers(text[], int[], int, timestamptz), give_up_numbers(text[]) to heliograph_call;
