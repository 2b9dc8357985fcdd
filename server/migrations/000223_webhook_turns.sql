-- Slow receivers of messages share a part of the requests, so that they delay each other only. A new channel counts as slow
-- until its first message is accepted quickly.
alter table channels add column is_slow boolean not null default true;
update channels set is_slow = false where failing_since is null;

-- The secret before the current one: messages are signed with both until then, so that the receiver can change at any time.
alter table channels add column previous_secret bytea, add column previous_valid_until timestamptz,
  add constraint channels_previous_secret check ((previous_secret is null) = (previous_valid_until is null));
grant select (previous_valid_until) on channels to heliograph_call;
