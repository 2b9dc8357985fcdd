-- A session gets another token when its person says the password once more; the one before opens it for a moment longer.
-- With the seed and the token before it is told once more.
alter table sessions add former_hash bytea, add former_until timestamptz, add token_seed bytea;
create index sessions_former on sessions (former_hash) where former_hash is not null;
