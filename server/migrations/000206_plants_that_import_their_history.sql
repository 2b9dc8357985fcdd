-- While a plant's history is imported, its newest values are old although nothing is wrong: it has no status and no problems yet.
alter table sites add column is_importing boolean not null default false;
