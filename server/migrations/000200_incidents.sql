-- What people are notified of: an incident is one cause at a plant from its beginning to its end. Rows of `problems` go with their
-- events, so that what a problem has cost, and who was notified of it, is stored here.
-- Derived by server/src/problems/incidents.ts together with `problems`.
create table incidents (
  sid text not null references sites (sid) on delete cascade,
  id uuid not null,
  -- of the event that stands for it; `opened_at`: the first beginning of its events
  sn text not null,
  code text not null,
  detail jsonb,
  opened_at timestamptz not null,
  -- by the job that derives it; what has its cause and is detected within a day belongs to it
  detected_at timestamptz not null,
  -- null: it is ongoing
  ended_at timestamptz,
  cause text not null,
  -- rows of `problems`: devices or modules
  devices int not null,
  -- 2: warning; 3: fault
  level smallint not null,
  -- what it loses a week, and since its end what it has cost; null: unknown, or nothing to lose
  week_wh double precision,
  week_money double precision,
  lost_wh double precision,
  lost_money double precision,
  loss_basis text check (loss_basis in ('neighbours', 'modules', 'ownCurve')),
  -- when its cost was computed to the end
  valued_at timestamptz,
  -- when channels, and the recipients of the plant's alert mails, were notified, if there were any
  notified_at timestamptz,
  mailed_at timestamptz,
  primary key (sid, id)
);
create index incidents_begun on incidents (sid) where notified_at is null;
create index incidents_ongoing on incidents (sid) where ended_at is null;
create index incidents_ended on incidents (ended_at) where ended_at is not null;
create index incidents_to_value on incidents (sid) where ended_at is not null and valued_at is null;

-- Events of an incident, those that have ended included.
create table incident_events (
  sid text not null references sites (sid) on delete cascade,
  sn text not null,
  code text not null,
  opened_at timestamptz not null,
  incident_id uuid not null,
  -- number of the module; null: the whole device
  input text,
  -- when the job that derives incidents found it
  joined_at timestamptz not null,
  primary key (sid, sn, code, opened_at)
);
create index incident_events_incident on incident_events (sid, incident_id);

-- Who was notified of an incident that has not ended for them, and its state at that time.
create table incident_notices (
  sid text not null references sites (sid) on delete cascade,
  incident_id uuid not null,
  medium text not null check (medium in ('mail', 'channel')),
  -- a channel's id, a user's number, or the hash of an address without an account; '': it was decided whom to notify
  reader text not null,
  notified_at timestamptz not null,
  level smallint not null,
  devices int not null,
  -- null: not compared yet
  week_wh double precision,
  primary key (sid, incident_id, medium, reader)
);

alter table incidents enable row level security;
alter table incident_events enable row level security;
alter table incident_notices enable row level security;

-- Open problems are incidents already; nobody is notified of them again.
insert into incidents (sid, id, sn, code, detail, opened_at, detected_at, cause, devices, level, week_wh, week_money, loss_basis, notified_at, mailed_at)
select p.sid, gen_random_uuid(), p.sn, p.code, p.detail, g.opened_at, g.opened_at, p.cause, g.devices, p.level, g.week_wh, g.week_money, p.loss_basis,
  case when e.told > 0 then now() end,
  case when exists (
    select from report_told t where t.sid = p.sid and t.sn = p.sn and t.code = p.code and t.opened_at = p.opened_at) then now() end
from problems p
  join events e on e.sid = p.sid and e.sn = p.sn and e.code = p.code and e.opened_at = p.opened_at
  join (
    select sid, cause, min(opened_at) as opened_at, count(*) as devices, sum(week_wh) as week_wh, sum(week_money) as week_money
    from problems where level > 0 group by sid, cause
  ) g on g.sid = p.sid and g.cause = p.cause
where p.is_lead and p.level > 0 and exists (select from sites s where s.sid = p.sid);
insert into incident_events (sid, sn, code, opened_at, incident_id, input, joined_at)
select p.sid, p.sn, p.code, p.opened_at, i.id, p.detail ->> 'input', p.opened_at
from problems p join incidents i on i.sid = p.sid and i.cause = p.cause where p.level > 0;

-- Their end is announced to those that were notified of their beginning.
insert into incident_notices (sid, incident_id, medium, reader, notified_at, level, devices, week_wh)
select i.sid, i.id, 'channel', c.id::text, now(), i.level, i.devices, null
from incidents i join sites s on s.sid = i.sid
  join channels c on c.off_at is null and c.made_at < i.opened_at and (c.about_sids is null or i.sid = any (c.about_sids))
    and (c.user_id = any (s.seen_by) or exists (
      select from memberships m join roles r on r.id = m.role_id
      where m.user_id = c.user_id and (r.scope = 'all' or (r.scope = 'branch' and -m.company_id = any (s.seen_by)))))
where i.notified_at is not null and c.events && case when i.code = 'silence' then '{device.offline,device.online}'::text[] else '{alert.began,alert.ended}'::text[] end
  and not (i.cause = 'plantSilence' and 'plant.offline' = any (c.events));
insert into incident_notices (sid, incident_id, medium, reader, notified_at, level, devices, week_wh)
select i.sid, i.id, 'mail', coalesce(u.id::text, rtrim(translate(encode(sha256(convert_to(r.email, 'UTF8')), 'base64'), '+/', '-_'), '=')),
  now(), i.level, i.devices, null
from incidents i join report_recipients r on r.sid = i.sid left join users u on u.email = r.email
where i.mailed_at is not null and r.stopped_at is null;
insert into incident_notices (sid, incident_id, medium, reader, notified_at, level, devices, week_wh)
select distinct i.sid, i.id, 'mail', f.reader, now(), i.level, i.devices, null::float8
from found_told f join incident_events e on e.sid = f.sid and e.sn = f.sn and e.code = f.code and e.opened_at = f.opened_at
  join incidents i on i.sid = e.sid and i.id = e.incident_id
on conflict do nothing;

drop table report_told;
drop table found_told;

-- 0: no incident yet; 2: of an incident, or nothing to notify of.
update events set told = 2 where told = 1;
drop index events_news;
create index events_news on events (sid, sn, code, opened_at) where told = 0;

-- Browsers show what becomes worse and what ends, as they showed its beginning.
update channels set events = events || '{alert.worsened,alert.ended,device.online,plant.online}'::text[]
where kind = 'push' and 'alert.began' = any (events) and not 'alert.ended' = any (events);
