-- What ends or confirms somebody's mails is no call's to read: it is written once, and read by who writes the mails.
revoke select on report_recipients from heliograph_call;
grant select (sid, email, added_at, confirmed_at, asked_at, stopped_at) on report_recipients to heliograph_call;
