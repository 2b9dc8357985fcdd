-- Documents may come in piece by piece: until the last one is there and read, a row has no SHA-256, and only who brings it in sees it.

alter table documents alter sha256 drop not null;
-- how much of its file is there, of one that comes in by pieces
alter table documents add received int not null default 0;
create index documents_coming on documents (created_at) where sha256 is null;

grant update (received, sha256, pages, has_text, is_whole, created_at) on documents to heliograph_call;
-- A change counts all of them, so that what comes in has its place, and who is refused one is told so.
alter policy seen on documents using (
  current_setting('heliograph.user_id', true) <> ''
  and (texteq(current_setting('heliograph.scope', true), 'all') or company_id is null
    or company_id = any (string_to_array(nullif(current_setting('heliograph.documents', true), ''), ',')::int[]))
  and (sha256 is not null or created_by = nullif(current_setting('heliograph.user_id', true), '')::int
    or texteq(current_setting('heliograph.changing', true), 'documents'))
);
