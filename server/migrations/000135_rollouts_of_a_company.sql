-- A roll-out is its company's: who began it and has left sees it no more, and stops nothing there.
do $$
declare
  everything constant text := $x$texteq(current_setting('heliograph.scope', true), 'all')$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  -- No plant has this id.
  changing constant text := $x$texteq(current_setting('heliograph.changing', true), 'rollouts')$x$;
  by_us constant text := $x$texteq((-company_id)::text, current_setting('heliograph.branch', true))$x$;
begin
  execute format('alter policy seen on rollouts using (%s or %s)', everything, by_us);
  execute format('alter policy changed on rollouts using (%s and (%s or %s)) with check (%1$s and (%2$s or %3$s))', changing, everything, by_us);
  execute format('alter policy seen on rollout_devices using (%s or %s or %s)', everything, asked, by_us);
end $$;
