-- Lists in the order of names as people expect it: upper and lower case alike, letters with accents beside those without,
-- and numbers by their value. The collations of ICU would also do it, but an update of the system can change them, and with
-- them the order that an index was built in.
create function name_order(name text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  base text := regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g');
begin
  base := replace(replace(replace(base, 'ß', 'ss'), 'Æ', 'ae'), 'Œ', 'oe');
  base := translate(replace(replace(base, 'æ', 'ae'), 'œ', 'oe'), 'łŁøØđĐħĦı', 'llooddhhi');
  -- Last, as in some databases only letters without accents have a lower case.
  base := lower(base);
  -- Ten digits each: zeros before all numbers, then only the last ten digits.
  return regexp_replace(regexp_replace(base, '(\d+)', '0000000000\1', 'g'), '\d*(\d{10})', '\1', 'g');
end $$;

alter table sites add column name_order text collate "C" not null generated always as (name_order(name)) stored;
alter table companies add column name_order text collate "C" not null generated always as (name_order(name)) stored;
alter table users add column name_order text collate "C" not null generated always as (name_order(name)) stored;
alter table company_invitations add column name_order text collate "C" not null generated always as (name_order(name)) stored;
alter table products add column name_order text collate "C" not null generated always as (name_order(name)) stored;
alter table documents add column title_order text collate "C" not null generated always as (name_order(title)) stored;

grant select (name_order) on users, company_invitations to heliograph_call;

drop index sites_name;
create index sites_name_order on sites (name_order, sid);

-- As in 000103, in the new order.
create or replace function found_panels(words text, plant text, by_sn boolean, is_down boolean, size int, skip int, most int)
returns table (sid text, sn text, input int, label text, product text, found int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  branch int := nullif(current_setting('heliograph.branch', true), '');
  user_id int := nullif(current_setting('heliograph.user_id', true), '');
  input_fields text[] := array(select 'input' || n || name from generate_series(1, 16) n, unnest(array['VoltageV', 'PowerW']) name);
  with_inputs int[] := array(select id from products where inputs > 0);
  without_inputs int[] := array(select id from products where inputs = 0);
  down text := case when is_down then ' desc' else '' end;
  in_order text := case when by_sn then 'd.sn' || down else 's.name_order' || down || ', s.sid, d.sn' end;
  seen text := concat_ws(' and ', 'd.removed_at is null',
    case when current_setting('heliograph.scope', true) is distinct from 'all' then '($1 = any (s.seen_by) or $2 = any (s.seen_by))' end,
    case when plant <> '' then 'd.sid = $3' end);
  -- Of a plant's name or a device's number: all panels of it, or those of one input.
  of_device text := case when words = '' then 'true'
    else '(strpos(lower(s.name), lower($4)) > 0 or starts_with(d.sn || ''_'', upper($4)) or starts_with(upper($4), d.sn || ''_''))' end;
  of_panel text := case when words = '' then 'false'
    else '(strpos(lower(m.label), lower($4)) > 0 or strpos(lower(m.product), lower($4)) > 0)' end;
begin
  return query execute format($sql$
    with picked as materialized (
      select distinct sid, sn, name, name_order from (
        (select d.sid, d.sn, s.name, s.name_order from devices d join sites s on s.sid = d.sid
          where %1$s and %2$s and d.product_id = any ($9) order by %4$s limit $7)
        union all
        (select d.sid, d.sn, s.name, s.name_order from devices d join sites s on s.sid = d.sid join device_live l on l.sid = d.sid and l.sn = d.sn
          where %1$s and %2$s and d.product_id = any ($10) and l.quantities::jsonb ?| $8 order by %4$s limit $7)
        union all
        (select d.sid, d.sn, s.name, s.name_order from devices d join sites s on s.sid = d.sid join modules m on m.sid = d.sid and m.sn = d.sn
          where %1$s and %2$s and d.product_id = any ($10) group by d.sid, d.sn, s.sid, s.name, s.name_order order by %4$s limit $7)
        union all
        (select d.sid, d.sn, s.name, s.name_order from devices d join sites s on s.sid = d.sid join modules m on m.sid = d.sid and m.sn = d.sn
          where %1$s and %3$s group by d.sid, d.sn, s.sid, s.name, s.name_order order by %4$s limit $7)
      ) g
    ), known as materialized (
      select d.sid, d.sn, k.name, k.name_order, p.inputs, l.quantities::jsonb as quantities
      from picked k join devices d on d.sid = k.sid and d.sn = k.sn join products p on p.id = d.product_id
        left join device_live l on l.sid = d.sid and l.sn = d.sn
    ), panels as (
      select sid, sn, name, name_order, input, max(label) as label, max(product) as product from (
        select k.sid, k.sn, k.name, k.name_order, i.input, '' as label, '' as product from known k
          join (select n as input, array['input' || n || 'VoltageV', 'input' || n || 'PowerW'] as its from generate_series(1, 16) n) i
          on case when k.quantities ?| $8 then k.quantities ?| i.its else i.input <= k.inputs end
        union all
        select k.sid, k.sn, k.name, k.name_order, m.input, m.label, m.product from picked k join modules m on m.sid = k.sid and m.sn = k.sn
      ) g group by sid, sn, name, name_order, input
    )
    select d.sid, d.sn, d.input, d.label, d.product, least(count(*) over (), $7)::int
    from panels d
    where starts_with(d.sn || '_' || d.input, upper($4)) or strpos(lower(d.name), lower($4)) > 0 or strpos(lower(d.label), lower($4)) > 0
      or strpos(lower(d.product), lower($4)) > 0
    order by %5$s, d.input
    limit greatest(least($5, $7 - $6), 0) offset $6
    $sql$, seen, of_device, of_panel, in_order, replace(in_order, 's.', 'd.'))
  using branch, user_id, plant, words, size, skip, most, input_fields, with_inputs, without_inputs;
end $$;
