-- Brands are rows that operators edit. Which host names belong to a brand, and its uploaded marks, are rows of their own.
-- A change names itself by the setting heliograph.brands (server/src/companies/changeBrand.ts).
create table brands (
  id int primary key check (id between 0 and 13),
  -- sent by programs in the header oem
  code text not null unique check (code ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text not null check (length(name) between 1 and 40),
  company_name text not null,
  company_url text not null,
  copyright text not null,
  support_mail text not null,
  -- scheme and host of the calls; '': the host of the page
  api_base text not null default '',
  with_logo boolean not null default true,
  is_open boolean not null default true,
  sidebar text not null default 'surface' check (sidebar in ('surface', 'dark', 'accent')),
  -- accent colours of the light and the dark scheme
  accent_light text not null check (accent_light ~ '^#[0-9A-F]{6}$'),
  accent_dark text not null check (accent_dark ~ '^#[0-9A-F]{6}$'),
  -- sender address of mails; '': the setting MAIL_FROM
  mail_from text not null default '',
  -- language of readers whose own one is unknown
  language text not null default 'en',
  -- addresses of the phone app in its stores; '': none
  app_store_url text not null default '',
  play_store_url text not null default '',
  -- privacy policy by language; a language without one shows the portal's own
  privacy jsonb not null default '{}',
  version int not null default 1
);
create unique index brands_name on brands (lower(name));

create table brand_hosts (
  host text primary key check (host ~ '^[a-z0-9.-]{1,253}$'),
  brand_id int not null references brands,
  -- links in mails name the first host
  sort int not null
);
create index brand_hosts_brand on brand_hosts (brand_id);

create table brand_marks (
  brand_id int not null references brands,
  scheme text not null check (scheme in ('light', 'dark')),
  -- changes with the content, so that browsers may keep the file
  content_id text not null,
  png bytea not null,
  primary key (brand_id, scheme)
);
alter table brand_marks alter column png set storage external;

grant select on brands, brand_hosts, brand_marks to heliograph_call;
grant update (code, name, company_name, company_url, copyright, support_mail, api_base, with_logo, is_open, sidebar,
  accent_light, accent_dark, mail_from, language, app_store_url, play_store_url, privacy, version) on brands to heliograph_call;
grant insert, delete on brand_hosts to heliograph_call;
grant insert, update, delete on brand_marks to heliograph_call;

do $$
declare
  signed_in constant text := $x$current_setting('heliograph.user_id', true) <> ''$x$;
  changing constant text := $x$texteq(current_setting('heliograph.brands', true), 'changing')$x$;
begin
  alter table brands enable row level security;
  alter table brand_hosts enable row level security;
  alter table brand_marks enable row level security;
  execute format('create policy seen on brands for select to heliograph_call using (%s)', signed_in);
  execute format('create policy seen on brand_hosts for select to heliograph_call using (%s)', signed_in);
  execute format('create policy seen on brand_marks for select to heliograph_call using (%s)', signed_in);
  execute format('create policy changed on brands for update to heliograph_call using (%s)', changing);
  execute format('create policy made on brand_hosts for insert to heliograph_call with check (%s)', changing);
  execute format('create policy deleted on brand_hosts for delete to heliograph_call using (%s)', changing);
  execute format('create policy made on brand_marks for insert to heliograph_call with check (%s)', changing);
  execute format('create policy changed on brand_marks for update to heliograph_call using (%s)', changing);
  execute format('create policy deleted on brand_marks for delete to heliograph_call using (%s)', changing);
end $$;

-- Brand whose name and address send the mail.
alter table mails add column brand_id int not null default 0;

-- Brand of a mail about a plant: that of the reader's company, as sign-in would choose it, else that of the plant's company.
create function brand_of_mail(address text, of_sid text) returns int
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if caller_scope() is null then return null; end if;
  return coalesce(
    (select c.brand_id from users u join memberships m on m.user_id = u.id join companies c on c.id = m.company_id
      where u.email = address order by m.is_company_owner desc, m.created_at, m.company_id limit 1),
    (select c.brand_id from sites s join companies c on c.id = s.company_id where s.sid = of_sid));
end $$;

-- Brand of a company, also of one that the caller does not see.
create function brand_of_company(of_company int) returns int
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if caller_scope() is null then return null; end if;
  return (select c.brand_id from companies c where c.id = of_company);
end $$;
revoke all on function brand_of_mail, brand_of_company from public;
grant execute on function brand_of_mail, brand_of_company to heliograph_call;
