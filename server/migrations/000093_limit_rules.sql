-- A rule by which the portal limits what a plant feeds in, by its connection or by the price of the hour; what holds by it
-- now; and gateways that take a limit back by themselves when nobody renews it.

create table limit_rules (
  sid text primary key references sites (sid) on delete cascade,
  -- none: there was one, and what it limited is let go
  kind text not null check (kind in ('none', 'feedIn', 'price')),
  -- of feedIn: what may flow into the grid, in W or as a share of the installed power
  most float8,
  most_unit text check (most_unit in ('W', '%')),
  -- by what the meter at the grid tells; else what is made stays below it
  by_meter boolean not null default false,
  -- of price: below which price of which kWh, and to which share of the rated power then
  price_of text check (price_of in ('bought', 'sold')),
  below float8,
  limit_percent smallint check (limit_percent between 0 and 100),
  -- what holds when the rule cannot be computed
  safe_percent smallint not null check (safe_percent between 0 and 100),
  set_by int,
  company_id int,
  set_at timestamptz not null,
  revision int not null default 1,
  -- The keeper's: what holds, why, since when, and when it looks again. Null: it has not looked since the rule was set.
  percent smallint,
  cause text not null default '',
  changed_at timestamptz,
  checked_at timestamptz,
  -- null: nothing is left to be done
  due_at timestamptz
);
create index limit_rules_due on limit_rules (due_at) where due_at is not null;

alter table limit_rules enable row level security;
do $$
declare
  everything constant text := $x$texteq(current_setting('heliograph.scope', true), 'all')$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
begin
  execute format('create policy seen on limit_rules for select to heliograph_call using (%s or %s)', everything, asked);
  execute format('create policy made on limit_rules for insert to heliograph_call with check (%s)', changing);
  execute format('create policy changed on limit_rules for update to heliograph_call using (%s) with check (%1$s)', changing);
end $$;
grant select, insert on limit_rules to heliograph_call;
grant update (kind, most, most_unit, by_meter, price_of, below, limit_percent, safe_percent, set_by, company_id, set_at, revision, changed_at, due_at)
  on limit_rules to heliograph_call;

-- Of a limit that the plant's rule sent: it changes what holds, or renews it. Null: somebody asked for it.
alter table commands add column by_rule text check (by_rule in ('change', 'renewal'));
create index commands_by_rule on commands (sid, sn, asked_at desc) where by_rule is not null;
create index commands_renewed on commands (sid, ended_at) where by_rule = 'renewal';

-- As announced: it takes a limit that ends by itself.
alter table gateways add column limit_return boolean not null default false;
