-- Transfers all objects of this database to the database's owner, for a database whose tables were created by another role,
-- such as a superuser that the server signed in as. Run it as a superuser, after "alter database ... owner to ...".
do $$
declare
  owner name := (select pg_get_userbyid(datdba) from pg_database where datname = current_database());
  command text;
begin
  for command in
    with ours as (
      select oid from pg_namespace where nspname <> 'information_schema' and nspname !~ '^pg_'
    ), followers as (
      -- objects of extensions, and sequences of columns
      select classid, objid from pg_depend where deptype in ('e', 'a', 'i')
    )
    select format('alter schema %I owner to %I', nspname, owner) from pg_namespace n
    where oid in (select oid from ours) and pg_get_userbyid(nspowner) not in (owner, 'pg_database_owner')
    union all
    select format('alter %s %s owner to %I',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
      oid::regclass, owner)
    from pg_class where relnamespace in (select oid from ours) and relkind in ('r', 'p', 'v', 'm', 'S')
      and pg_get_userbyid(relowner) <> owner
      and (relkind <> 'S' or not exists (select from followers where classid = 'pg_class'::regclass and objid = pg_class.oid))
    union all
    select format('alter routine %s owner to %I', oid::regprocedure, owner) from pg_proc
    where pronamespace in (select oid from ours) and pg_get_userbyid(proowner) <> owner
      and not exists (select from followers where classid = 'pg_proc'::regclass and objid = pg_proc.oid)
    union all
    select format('alter type %s owner to %I', oid::regtype, owner) from pg_type
    where typnamespace in (select oid from ours) and typtype in ('e', 'd') and pg_get_userbyid(typowner) <> owner
      and not exists (select from followers where classid = 'pg_type'::regclass and objid = pg_type.oid)
  loop
    execute command;
  end loop;
end $$;
