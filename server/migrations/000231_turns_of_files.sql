-- Files of samples are made in turns: of companies, then of their users.
alter table user_files add column company_id int;
-- when it was begun last; null: not yet
alter table user_files add column begun_at timestamptz;
