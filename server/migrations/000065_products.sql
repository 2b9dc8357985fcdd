-- Products that companies add, what remote control needs of each, and their pictures.

alter table products
  -- whose it is, and who changes it beside administrators; null: came with the portal
  add column company_id int references companies (id),
  -- settings that its devices have: rows of contract/src/entities/product.ts
  add column parameters jsonb not null default '[]',
  add column remark text not null default '',
  -- rises with every change: two editors do not overwrite each other
  add column version int not null default 1,
  add column picture_name text not null default '';

create table product_pictures (
  product_id int primary key references products (id) on delete cascade,
  company_id int,
  name text not null,
  width int not null,
  height int not null,
  bytes bytea not null,
  created_at timestamptz not null
);

-- Whether a product is in use is asked of all plants.
create index devices_product on devices (product_id);
create index serial_numbers_product on serial_numbers (product_id) where product_id is not null;

alter table product_pictures enable row level security;
grant insert, update, delete on products to heliograph_call;
grant select, insert, update, delete on product_pictures to heliograph_call;
do $$
declare
  everything constant text := $x$texteq(current_setting('heliograph.scope', true), 'all')$x$;
  -- No plant has this id: the change is one of the catalogue.
  changing constant text := $x$texteq(current_setting('heliograph.changing', true), 'products')$x$;
  own constant text := $x$company_id = - nullif(current_setting('heliograph.branch', true), '')::int$x$;
  signed_in constant text := $x$current_setting('heliograph.user_id', true) <> ''$x$;
  rule constant text := format('%s and (%s or %s)', changing, everything, own);
  name text;
begin
  execute format('create policy seen on product_pictures for select to heliograph_call using (%s)', signed_in);
  foreach name in array array['products', 'product_pictures'] loop
    execute format('create policy made on %I for insert to heliograph_call with check (%s)', name, rule);
    execute format('create policy changed on %I for update to heliograph_call using (%s)', name, rule);
    execute format('create policy deleted on %I for delete to heliograph_call using (%s)', name, rule);
  end loop;
end $$;

-- Whether devices or numbers are of a product, in whichever company's plants, and the highest input on which one of them has a module.
create function product_uses(asked int)
returns table (is_used boolean, inputs int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  if coalesce(current_setting('heliograph.user_id', true), '') = '' then
    return;
  end if;
  is_used := exists (select from devices d where d.product_id = asked)
    or exists (select from serial_numbers n where n.product_id = asked);
  inputs := 0;
  if is_used then
    select coalesce(max(m.input), 0) into inputs
    from devices d join modules m on m.sid = d.sid and m.sn = d.sn where d.product_id = asked;
  end if;
  return next;
end $$;
revoke execute on function product_uses(int) from public;
grant execute on function product_uses(int) to heliograph_call;
