-- Which devices are simulated: the demonstration's accounts, whose password is published, control no others.
do $$
declare
  signed_in constant text := $x$nullif(current_setting('heliograph.user_id', true), '') is not null$x$;
begin
  execute format('create policy simulated on settings for select to heliograph_call using (name = %L and %s)', 'demoDevices', signed_in);
end $$;
