-- Links to a plant's public page, and pictures of plants.

create table public_links (
  sid text not null references sites (sid) on delete cascade,
  id uuid not null,
  -- SHA-256 of what stands in the link: who reads this table opens no page
  token_hash bytea not null,
  -- '': the plant's name
  title text not null,
  made_by int not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (sid, id)
);
create index public_links_token on public_links (token_hash);
create index public_links_expired on public_links (expires_at);

-- As they were drawn anew. The name is what the address ends in: who does not know it does not find it.
create table site_pictures (
  sid text not null references sites (sid) on delete cascade,
  name text not null check (name ~ '^[A-Za-z0-9_-]{22}$'),
  width int not null,
  height int not null,
  bytes bytea not null check (length(bytes) <= 4194304),
  created_at timestamptz not null,
  primary key (sid, name)
);
-- WebP is packed already.
alter table site_pictures alter column bytes set storage external;

do $$
declare
  everything constant text := $x$texteq(current_setting('heliograph.scope', true), 'all')$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
  name text;
begin
  foreach name in array array['public_links', 'site_pictures'] loop
    execute format('alter table %I enable row level security', name);
    execute format('grant insert, delete on %I to heliograph_call', name);
    execute format('create policy seen on %I for select to heliograph_call using (%s or %s)', name, everything, asked);
    execute format('create policy made on %I for insert to heliograph_call with check (%s)', name, changing);
    execute format('create policy deleted on %I for delete to heliograph_call using (%s)', name, changing);
  end loop;
end $$;
-- What is in a link is no call's to read: the public page is asked for by the process.
grant select (sid, id, title, made_by, made_at, expires_at) on public_links to heliograph_call;
grant select on site_pictures to heliograph_call;
