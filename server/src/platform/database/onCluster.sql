-- Differences of a distributed database (platform/database/distribute.ts): rows of several shards cannot be locked by a
-- select, so an update locks them. Its order is that of the nodes; deadlocked transactions get an error and retry.

create or replace function lock_devices(sids text[], sns text[]) returns table (sid text, sn text, version bigint) language plpgsql as $$
#variable_conflict use_column
begin
  return query
  update device_live l set version = l.version + 1
  from (select unnest(sids) as sid, unnest(sns) as sn) k
  join devices d on d.sid = k.sid and d.sn = k.sn and d.removed_at is null
  where l.sid = k.sid and l.sn = k.sn
  returning l.sid, l.sn, l.version;
end $$;

create or replace function lock_sites(sids text[]) returns void language plpgsql as $$
begin
  update site_live l set status = l.status where l.sid = any (sids);
end $$;
