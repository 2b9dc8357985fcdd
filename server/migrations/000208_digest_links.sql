-- Secret of the link in digests that switches them off without signing in; null: no digest was sent since there are links.
alter table users add column digest_secret text;
