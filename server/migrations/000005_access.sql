-- Who may look at a plant and who may change it, said by the database too: row policies on every table with a site, and
-- grants for what calls do and nothing else. Policies are made of settings and the row's own columns, so that they can be
-- distributed: a subquery in one cannot. server/src/platform/database/rlsSettings.ts makes the settings:
--   heliograph.scope     all, branch or own: what the role of the session sees
--   heliograph.user_id   the session's user
--   heliograph.branch    minus the id of the session's company, for the scope branch; else 0
--   heliograph.site      the plant that was asked for, once it was found among those that the session sees
--   heliograph.changing  the same, once it was found among those that the session may change

alter table sites
  add column shared_with int[] not null default '{}',
  -- Addresses that have no account yet. They get nothing until one is made.
  add column invited_owner text not null default '' check (invited_owner = lower(invited_owner)),
  add column invited_guests text[] not null default '{}',
  -- Who sees the plant, in the form that policies compare: users' ids, and the ids of its company and of all above it as
  -- negative numbers. Written by server/src/sql/siteAccess.ts and nothing else.
  add column seen_by int[] not null default '{}';
create index sites_installer on sites (installer_id);
create index sites_invited_owner on sites (invited_owner) where invited_owner <> '';
create index sites_invited_guests on sites using gin (invited_guests);
-- The same beside the key of the small tables that lists read for many plants at once.
alter table site_live add column seen_by int[] not null default '{}';
alter table devices add column seen_by int[] not null default '{}';
alter table device_live add column seen_by int[] not null default '{}';

update sites s set shared_with = h.users
from (select sid, array_agg(user_id order by user_id) as users from site_shares group by sid) h where h.sid = s.sid;
drop policy sites_seen on sites;
drop table site_shares;

with recursive above (company_id, id, parent_id) as (
  select id, id, parent_id from companies
  union all
  select a.company_id, c.id, c.parent_id from above a join companies c on c.id = a.parent_id
)
update sites s set seen_by = c.path || array_remove(array[s.owner_id, s.installer_id], null) || s.shared_with
from (select company_id, array_agg(-id) as path from above group by company_id) c where c.company_id = s.company_id;
update site_live l set seen_by = s.seen_by from sites s where s.sid = l.sid;
update devices d set seen_by = s.seen_by from sites s where s.sid = d.sid;
update device_live l set seen_by = s.seen_by from sites s where s.sid = l.sid;

-- What was given for all tables at once is taken back; a new table gives nothing to calls until its migration says so.
alter default privileges in schema public revoke all on tables from heliograph_call;
alter default privileges in schema public revoke all on sequences from heliograph_call;
revoke all on all tables in schema public from heliograph_call;
revoke all on all sequences in schema public from heliograph_call;

do $$
declare
  signed_in constant text := $x$current_setting('heliograph.user_id', true) <> ''$x$;
  my_id constant text := $x$nullif(current_setting('heliograph.user_id', true), '')::int$x$;
  everything constant text := $x$current_setting('heliograph.scope', true) = 'all'$x$;
  my_branch constant text := $x$nullif(current_setting('heliograph.branch', true), '')::int = any (seen_by)$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
  seen constant text := format('%s or %s or %s = any (seen_by) or %s', everything, my_branch, my_id, asked);
  change_under_way constant text := $x$current_setting('heliograph.changing', true) <> ''$x$;
  name text;
begin
  for name in select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') loop
    execute format('alter table %I enable row level security', name);
  end loop;

  -- The plant: the branch or the owner may change it. Who hands it over still ends the change that was begun.
  execute format('create policy seen on sites for select to heliograph_call using (%s)', seen);
  execute format('create policy made on sites for insert to heliograph_call with check (created_by = %1$s and (%2$s or %3$s or owner_id = %1$s))',
    my_id, everything, my_branch);
  execute format('create policy changed on sites for update to heliograph_call using (%1$s or %2$s or owner_id = %3$s or %4$s) with check (%4$s)',
    everything, my_branch, my_id, changing);
  execute format('create policy deleted on sites for delete to heliograph_call using ((%s or %s or owner_id = %s) and %s)',
    everything, my_branch, my_id, changing);

  foreach name in array array['site_live', 'devices', 'device_live'] loop
    execute format('create policy seen on %I for select to heliograph_call using (%s)', name, seen);
    execute format('create policy made on %I for insert to heliograph_call with check (%s)', name, changing);
    execute format('create policy changed on %I for update to heliograph_call using (%s)', name, changing);
  end loop;
  foreach name in array array['site_prices', 'site_days', 'device_days', 'events', 'hot_samples', 'sample_blocks', 'damaged_blocks'] loop
    execute format('create policy seen on %I for select to heliograph_call using (%s or %s)', name, everything, asked);
  end loop;
  foreach name in array array['site_prices', 'site_days', 'device_days', 'events', 'hot_samples'] loop
    execute format('create policy made on %I for insert to heliograph_call with check (%s)', name, changing);
    execute format('create policy changed on %I for update to heliograph_call using (%s)', name, changing);
  end loop;
  foreach name in array array['site_days', 'device_days', 'events', 'hot_samples', 'sample_blocks', 'damaged_blocks'] loop
    execute format('create policy deleted on %I for delete to heliograph_call using (%s)', name, changing);
  end loop;

  -- Numbers of no plant are looked up by who holds the device; those of a plant are that plant's.
  execute format('create policy seen on serial_numbers for select to heliograph_call using (%s or %s or (sid is null and %s))',
    everything, asked, signed_in);
  execute format('create policy made on serial_numbers for insert to heliograph_call with check (sid is null and %s)', change_under_way);
  execute format('create policy changed on serial_numbers for update to heliograph_call using (%1$s or (sid is null and %2$s)) with check (%1$s or sid is null)',
    changing, change_under_way);

  -- Frames of numbers of no plant: shown by number, taken by the plant that gets the number.
  execute format('create policy seen on raw_reports for select to heliograph_call using (%s)', signed_in);
  execute format('create policy made on raw_reports for insert to heliograph_call with check (%s)', change_under_way);
  execute format('create policy changed on raw_reports for update to heliograph_call using (%s)', change_under_way);
  execute format('create policy deleted on raw_reports for delete to heliograph_call using (%s)', change_under_way);

  foreach name in array array['companies', 'roles', 'menus', 'role_menus', 'products', 'memberships', 'users'] loop
    execute format('create policy seen on %I for select to heliograph_call using (%s)', name, signed_in);
  end loop;
  execute format('create policy changed on users for update to heliograph_call using (id = %s)', my_id);
  execute format('create policy seen on settings for select to heliograph_call using (name = %L and %s)', 'samplesKeptFrom', signed_in);

  execute format('create policy seen on sessions for select to heliograph_call using (user_id = %s)', my_id);
  execute format('create policy deleted on sessions for delete to heliograph_call using (user_id = %s)', my_id);
  execute format('create policy seen on idempotency_keys for select to heliograph_call using (user_id = %s)', my_id);
  execute format('create policy made on idempotency_keys for insert to heliograph_call with check (user_id = %s)', my_id);
  execute format('create policy changed on idempotency_keys for update to heliograph_call using (user_id = %s)', my_id);
  execute format('create policy made on audit_log for insert to heliograph_call with check (user_id = %s)', my_id);
end $$;

grant select, insert, update, delete on sites to heliograph_call;
grant select, insert, update on site_prices, site_live, devices, device_live to heliograph_call;
grant select, insert, update, delete on site_days, device_days, events, hot_samples to heliograph_call;
grant select, delete on sample_blocks, damaged_blocks to heliograph_call;
grant select on serial_numbers to heliograph_call;
-- Who restricts a number does it by another way.
grant insert (sn, first_seen_at, last_seen_at) on serial_numbers to heliograph_call;
grant update (sid, product_id, first_seen_at, last_seen_at, activated_at, activated_by) on serial_numbers to heliograph_call;
grant select, insert, delete on raw_reports to heliograph_call;
-- Only to lock them.
grant update (reason) on raw_reports to heliograph_call;
grant select on companies, roles, menus, role_menus, products, memberships, settings to heliograph_call;
-- No password, no token.
grant select (id, email, name, phone, country_code, state_code, city, street, avatar_path, lan, frozen_at, created_at) on users to heliograph_call;
grant update (name, phone, country_code, state_code, city, street, avatar_path, lan) on users to heliograph_call;
grant select (id, user_id, company_id, role_id, client, address, created_at, last_used_at, expires_at), delete on sessions to heliograph_call;
grant select, insert, update on idempotency_keys to heliograph_call;
grant insert on audit_log to heliograph_call;

-- Sums over the days of all plants that the session sees. Days are too many to hold who sees them beside their keys, and
-- a list of ten thousand plants is too long for a setting: so this reads them as their owner and looks at who asks itself.
-- Each plant's own day, month and year; `to_day` is not included; no value is null, not 0.
create function seen_energy(asked_at timestamptz, from_day date, to_day date)
returns table (
  today_wh float8, today_money float8, yesterday_wh float8, yesterday_money float8, month_wh float8, month_money float8,
  year_wh float8, year_money float8, total_wh float8, total_money float8
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  with seen as materialized (
    select s.sid, (asked_at at time zone s.timezone)::date as today from sites s
    where current_setting('heliograph.scope', true) = 'all'
      or nullif(current_setting('heliograph.branch', true), '')::int = any (s.seen_by)
      or nullif(current_setting('heliograph.user_id', true), '')::int = any (s.seen_by)
  ), prices as materialized (
    select sid, valid_from, lead(valid_from, 1, 'infinity'::date) over (partition by sid order by valid_from) as valid_until, price,
      today, date_trunc('month', today)::date as month, date_trunc('year', today)::date as year
    from site_prices join seen using (sid)
  ), days as (
    select d.day, d.energy_wh, d.energy_wh / 1000 * p.price as money, p.today, p.month, p.year
    from prices p join site_days d on d.sid = p.sid and d.day >= p.valid_from and d.day < p.valid_until
    where d.day >= from_day and d.day < to_day
  )
  select
    sum(energy_wh) filter (where day = today), sum(money) filter (where day = today),
    sum(energy_wh) filter (where day = today - 1), sum(money) filter (where day = today - 1),
    sum(energy_wh) filter (where day >= month), sum(money) filter (where day >= month),
    sum(energy_wh) filter (where day >= year), sum(money) filter (where day >= year),
    sum(energy_wh), sum(money)
  from days
$$;
revoke all on function seen_energy from public;
grant execute on function seen_energy to heliograph_call;
