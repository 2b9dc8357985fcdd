-- What a session locks (answers that are kept for retries, hashes of bodies) is opened by each token that it gets, not only by
-- the one that it had then. Masked by a token, which is stored nowhere; null while the session has its first one.
alter table sessions add masked_secret bytea;
