-- A call reads the stored reports of the numbers that it names (heliograph.numbers), and changes none: storing, taking and
-- deleting them is work without a session.
drop policy made on raw_reports;
drop policy changed on raw_reports;
drop policy deleted on raw_reports;
revoke insert, update (reason), delete on raw_reports from heliograph_call;
alter policy seen on raw_reports using (texteq(current_setting('heliograph.scope', true), 'all')
  or sn = any (string_to_array(current_setting('heliograph.numbers', true), ',')));
