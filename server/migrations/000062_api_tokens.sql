-- Tokens that programs of an account use: sessions that somebody gave a name, a scope and an end.
alter table sessions
  add column api_name text,
  add column api_scope text check (api_scope in ('read', 'control')),
  add constraint sessions_api_check check ((api_name is null) = (api_scope is null));
grant select (api_name, api_scope) on sessions to heliograph_call;

-- With which token a change was made; the line outlives the token. Null: with a session.
alter table audit_log add column api_token text;
