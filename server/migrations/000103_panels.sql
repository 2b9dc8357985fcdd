-- The panels of all plants that a session sees, a page at a time. What is said of modules is seen with one plant only, so this says
-- itself who may see which plants, as row policies do. Inputs are those of rules/modules.ts: of which the newest sample tells, of a device
-- that tells none all of its model, and those of which something is said. `words`: in a plant's name, a panel's name or product, or where a
-- panel's serial number begins; '' for all. Each device that is picked has a panel, so no more of them are than panels are counted:
-- samples are looked into of these alone. In `execute`, for conditions that do not apply are left out, and orders can be read from an index.
create function found_panels(words text, plant text, by_sn boolean, is_down boolean, size int, skip int, most int)
returns table (sid text, sn text, input int, label text, product text, found int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  branch int := nullif(current_setting('heliograph.branch', true), '');
  user_id int := nullif(current_setting('heliograph.user_id', true), '');
  told text[] := array(select 'input' || n || name from generate_series(1, 16) n, unnest(array['VoltageV', 'PowerW']) name);
  with_inputs int[] := array(select id from products where inputs > 0);
  without_inputs int[] := array(select id from products where inputs = 0);
  down text := case when is_down then ' desc' else '' end;
  in_order text := case when by_sn then 'd.sn' || down else 'lower(s.name)' || down || ', s.sid, d.sn' end;
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
      select distinct sid, sn, name from (
        (select d.sid, d.sn, s.name from devices d join sites s on s.sid = d.sid
          where %1$s and %2$s and d.product_id = any ($9) order by %4$s limit $7)
        union all
        (select d.sid, d.sn, s.name from devices d join sites s on s.sid = d.sid join device_live l on l.sid = d.sid and l.sn = d.sn
          where %1$s and %2$s and d.product_id = any ($10) and l.quantities::jsonb ?| $8 order by %4$s limit $7)
        union all
        (select d.sid, d.sn, s.name from devices d join sites s on s.sid = d.sid join modules m on m.sid = d.sid and m.sn = d.sn
          where %1$s and %2$s and d.product_id = any ($10) group by d.sid, d.sn, s.sid, s.name order by %4$s limit $7)
        union all
        (select d.sid, d.sn, s.name from devices d join sites s on s.sid = d.sid join modules m on m.sid = d.sid and m.sn = d.sn
          where %1$s and %3$s group by d.sid, d.sn, s.sid, s.name order by %4$s limit $7)
      ) g
    ), known as materialized (
      select d.sid, d.sn, k.name, p.inputs, l.quantities::jsonb as quantities
      from picked k join devices d on d.sid = k.sid and d.sn = k.sn join products p on p.id = d.product_id
        left join device_live l on l.sid = d.sid and l.sn = d.sn
    ), panels as (
      select sid, sn, name, input, max(label) as label, max(product) as product from (
        select k.sid, k.sn, k.name, i.input, '' as label, '' as product from known k
          join (select n as input, array['input' || n || 'VoltageV', 'input' || n || 'PowerW'] as its from generate_series(1, 16) n) i
          on case when k.quantities ?| $8 then k.quantities ?| i.its else i.input <= k.inputs end
        union all
        select k.sid, k.sn, k.name, m.input, m.label, m.product from picked k join modules m on m.sid = k.sid and m.sn = k.sn
      ) g group by sid, sn, name, input
    )
    select d.sid, d.sn, d.input, d.label, d.product, least(count(*) over (), $7)::int
    from panels d
    where starts_with(d.sn || '_' || d.input, upper($4)) or strpos(lower(d.name), lower($4)) > 0 or strpos(lower(d.label), lower($4)) > 0
      or strpos(lower(d.product), lower($4)) > 0
    order by %5$s, d.input
    limit greatest(least($5, $7 - $6), 0) offset $6
    $sql$, seen, of_device, of_panel, in_order, replace(in_order, 's.', 'd.'))
  using branch, user_id, plant, words, size, skip, most, told, with_inputs, without_inputs;
end $$;
revoke all on function found_panels from public;
grant execute on function found_panels to heliograph_call;

-- Of which inputs something is said, in plants that the asking user owns, installed or is a guest of: for counts over several of them.
create function own_inputs(sids text[]) returns table (sid text, sn text, input smallint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  return query select m.sid, m.sn, m.input from own_sites() o join modules m on m.sid = o.sid where o.sid = any (sids);
end $$;
revoke all on function own_inputs from public;
grant execute on function own_inputs to heliograph_call;
