-- Updates of devices as commands; what runs in a device and how far its last update is, for lists over many plants; and
-- which version a device's Wi-Fi part runs, as a program beside it has read it.

alter table commands
  -- of an update: {id, versionName, bytes, sha256, signature, secret, before}
  add column firmware jsonb;
create index commands_updates on commands (sid, sn, asked_at desc) where action = 'update';

alter table devices
  add column wifi_version text not null default '',
  add column wifi_version_at timestamptz;

-- Of these devices, where the caller sees their plants: what they announced last, and the last update that was asked for.
-- Row policies show commands and gateways of one plant alone.
create function seen_updates(sids text[], sns text[])
returns table (
  sid text, sn text, hardware text, version_name text, command uuid, state text, step text, reason text, firmware jsonb,
  asked_at timestamptz, ended_at timestamptz
)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  sees_all boolean := current_setting('heliograph.scope', true) = 'all';
  branch int := nullif(current_setting('heliograph.branch', true), '');
  user_id int := nullif(current_setting('heliograph.user_id', true), '');
begin
  return query
  with seen as materialized (
    select d.sid, d.sn, d.gateway_sn
    from (select unnest(sids) as sid, unnest(sns) as sn) g join devices d on d.sid = g.sid and d.sn = g.sn
      join sites s on s.sid = d.sid
    where sees_all or branch = any (s.seen_by) or user_id = any (s.seen_by)
  ), updates as materialized (
    select distinct on (c.sid, c.sn) c.sid, c.sn, c.id, c.state, c.step, c.reason, c.firmware, c.asked_at, c.ended_at
    from commands c join seen n on c.sid = n.sid and c.sn = n.sn
    where c.action = 'update' order by c.sid, c.sn, c.asked_at desc
  ), told as materialized (
    select n.sid, n.sn, t.hardware, t.firmware
    from seen n join gateways g on g.sid = n.sid and g.sn = n.gateway_sn,
      jsonb_to_recordset(g.children) as t (sn text, hardware text, firmware text)
    where t.sn = n.sn
    union all
    select n.sid, n.sn, g.hardware, g.firmware from seen n join gateways g on g.sid = n.sid and g.sn = n.sn
    where n.gateway_sn = ''
  )
  select n.sid, n.sn, coalesce(t.hardware, ''), coalesce(t.firmware, ''), u.id, u.state, u.step, u.reason, u.firmware, u.asked_at,
    u.ended_at
  from seen n left join told t on t.sid = n.sid and t.sn = n.sn left join updates u on u.sid = n.sid and u.sn = n.sn;
end $$;
revoke all on function seen_updates(text[], text[]) from public;
grant execute on function seen_updates(text[], text[]) to heliograph_call;
