-- What a distributed database asks for besides.

-- It hands a row to its nodes with the values that columns have by themselves, so that these are written as well. Numbers
-- are given by the database all the same (generated always), and what a new row may be its policy says.
grant insert (id, created_at, version) on roles to heliograph_call;
grant insert (id, version) on menus to heliograph_call;

-- As before (000065), one question for each table: what is asked of plants is asked apart from what lies in one place, and
-- an answer without a column cannot be handed on.
create or replace function product_uses(asked int)
returns table (is_used boolean, inputs int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  if coalesce(current_setting('heliograph.user_id', true), '') = '' then
    return;
  end if;
  perform 1 from devices d where d.product_id = asked limit 1;
  is_used := found;
  if not is_used then
    perform 1 from serial_numbers n where n.product_id = asked limit 1;
    is_used := found;
  end if;
  inputs := 0;
  if is_used then
    select coalesce(max(m.input), 0) into inputs
    from devices d join modules m on m.sid = d.sid and m.sn = d.sn where d.product_id = asked;
  end if;
  return next;
end $$;
