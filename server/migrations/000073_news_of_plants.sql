-- What channels were told of plants: jobs/writeNews.ts looks for what differs.

-- 0: nothing yet; 1: that it began; 2: that it ended, too. What is there by now is no news.
alter table events add column told smallint not null default 2;
alter table events alter column told set default 0;
update events set told = 1 where closed_at is null;
create index events_news on events (sid, sn, code, opened_at) where told = 0 or (told = 1 and closed_at is not null);

-- The plant's status that was told last; null: none, and the first one is no news.
alter table site_live add column told_status smallint;
create index site_live_news on site_live (sid) where told_status is distinct from status;
