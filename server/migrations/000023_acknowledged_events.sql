-- Events that somebody knows of, and what is noted about them.
alter table events
  add column acknowledged_at timestamptz,
  -- a user; gone with an account, the event stays
  add column acknowledged_by int,
  add column note text not null default '';

-- Those of a plant, the newest first.
create index events_of_site on events (sid, opened_at desc);
