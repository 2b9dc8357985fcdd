-- A plant that changes hands while its owner's word on an update is awaited: the new owner is asked, and what the former one
-- said counts only for what had begun by then. Whoever was told is remembered, to be compared with who owns the plant now.
alter table update_questions add column told_to int;
update update_questions q set told_to = s.owner_id from sites s where s.sid = q.sid and q.told_at is not null;
