-- Since when a plant has no owner any more: who looks after it may switch remote control on again, but only a while after that.
alter table sites add column ownerless_since timestamptz;
-- Of those that had lost theirs before nobody knows when.
update sites set ownerless_since = now() where owner_id is null and control_off_at is not null;
