-- A source that comes while the usual one is silent gets a share of its own beside it, instead of its place: a forged frame
-- each half an hour of a night was enough to take it.

-- When the usual one was last heard: noted now and then, not with every frame.
alter table device_sources add column usual_at timestamptz;
update device_sources set usual_at = now();
-- Since when the other one has a share of its own; null: it shares with all others.
alter table device_sources add column other_since timestamptz;
