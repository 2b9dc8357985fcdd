-- What follows a change of a plant and takes longer than a request: its days recomputed, kept frames taken, its history removed.

-- The row is the work itself, written in the transaction of the change; whoever holds it says so here. It outlives its
-- plant (the history of a deleted one is removed by it), so no key leads from it to sites.
create table site_jobs (
  sid text not null,
  -- recompute, takeKept, removeHistory
  kind text not null check (kind in ('recompute', 'takeKept', 'removeHistory')),
  -- rises with every change that asks for the work: what was asked while it ran is not forgotten
  asked int not null default 1,
  -- devices, frames or rows, whatever the kind counts
  done int not null default 0,
  total int,
  started_at timestamptz not null,
  -- who may write for it: rises with every holder, so that one who was frozen and comes back writes nothing
  fence int not null default 0,
  held_until timestamptz,
  primary key (sid, kind)
);

-- Which calendar and sun a device's days are folded with. While a plant that was moved is being recomputed its devices
-- stay with the old place, each until its days are exchanged; null: the plant's.
alter table device_live
  -- rises when the place that its days are folded with changes: a report that was read with the old one is read again
  add column fold int not null default 0,
  add column fold_timezone text,
  add column fold_latitude double precision,
  add column fold_longitude double precision;

-- A deleted plant's history is removed by a job afterwards: rows of it must not keep the plant, nor go with it in one statement.
alter table device_days drop constraint device_days_sid_fkey;
alter table site_days drop constraint site_days_sid_fkey;
alter table events drop constraint events_sid_fkey;
