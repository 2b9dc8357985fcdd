-- Pictures of users that an earlier version stored as they were uploaded are re-encoded, WebP as well, which their type does not show.
alter table user_pictures add column redrawn boolean not null default false;
alter table user_pictures alter column redrawn set default true;
