-- A call that claims a number withholds its stored reports, and a decision about its ownership releases them.
grant update (reason) on raw_reports to heliograph_call;
create policy changed on raw_reports for update to heliograph_call
  using (sn = any (string_to_array(current_setting('heliograph.numbers', true), ',')))
  with check (sn = any (string_to_array(current_setting('heliograph.numbers', true), ',')));
