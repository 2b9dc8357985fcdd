-- Which accounts the demonstration made: those that still have the password that it published.

alter table users
  -- the hash that the demonstration gave; an account whose password was changed since is its owner's own
  add column demo_password_hash text,
  -- frozen because there is no demonstration here now: works again when there is
  add column frozen_with_demo boolean not null default false;

-- It hashes its password once for all of its accounts; no two others have the same hash.
update users set demo_password_hash = password_hash
where exists (select from settings where name = 'demoFleet')
  and password_hash in (select password_hash from users group by password_hash having count(*) > 1);

-- Readiness is no longer written.
delete from settings where name = 'readyAt';
