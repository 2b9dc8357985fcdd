-- Documents: files with what is said of them, kept in pieces, and their text by pages as it is searched.

create table documents (
  id int primary key generated always as identity,
  -- one for all versions of a document
  series uuid not null,
  is_newest boolean not null default true,
  -- who published it, for its people and those of the companies below; null: the portal, for everybody
  company_id int,
  title text not null,
  version text not null,
  languages text[] not null,
  -- model codes of its products; {}: of all. A number whose product is gone is not shown
  models int[] not null,
  file_name text not null,
  type text not null check (type in ('pdf', 'txt', 'md', 'docx', 'xlsx')),
  bytes int not null,
  sha256 bytea not null,
  -- of a PDF
  pages int,
  has_text boolean not null,
  -- false: there is more of it than is searched
  is_whole boolean not null,
  -- null once the account has left
  created_by int,
  created_at timestamptz not null,
  -- rises with every change: two editors do not overwrite each other
  revision int not null default 1
);
create unique index documents_newest on documents (series) where is_newest;
create index documents_series on documents (series, id desc);
create index documents_company on documents (company_id);
create index documents_models on documents using gin (models);

-- Of equal length but for the last, so that a range is found without reading what is before it.
create table document_pieces (
  document_id int not null references documents (id) on delete cascade,
  piece int not null,
  company_id int,
  bytes bytea not null,
  primary key (document_id, piece)
);

-- 0: its title, version and file name; from 1 its pages, or parts of a text.
create table document_texts (
  document_id int not null references documents (id) on delete cascade,
  part int not null,
  company_id int,
  text text not null,
  -- made by rules/documentWords.ts, so that no dictionary of the database has a say in it
  words tsvector not null,
  primary key (document_id, part)
);
create index document_texts_words on document_texts using gin (words);

alter table documents enable row level security;
alter table document_pieces enable row level security;
alter table document_texts enable row level security;
grant select, insert, delete on documents, document_pieces, document_texts to heliograph_call;
grant update (is_newest, title, version, languages, models, revision) on documents to heliograph_call;
do $$
declare
  everything constant text := $x$texteq(current_setting('heliograph.scope', true), 'all')$x$;
  signed_in constant text := $x$current_setting('heliograph.user_id', true) <> ''$x$;
  -- The caller's company and those above it: sql/documents.ts says which.
  told constant text := $x$company_id = any (string_to_array(nullif(current_setting('heliograph.documents', true), ''), ',')::int[])$x$;
  -- No plant has this id: the change is one of documents.
  changing constant text := $x$texteq(current_setting('heliograph.changing', true), 'documents')$x$;
  own constant text := $x$company_id = - nullif(current_setting('heliograph.branch', true), '')::int$x$;
  rule constant text := format('%s and (%s or %s)', changing, everything, own);
  name text;
begin
  foreach name in array array['documents', 'document_pieces', 'document_texts'] loop
    execute format('create policy seen on %I for select to heliograph_call using (%s and (%s or company_id is null or %s))', name, signed_in, everything, told);
    execute format('create policy made on %I for insert to heliograph_call with check (%s)', name, rule);
    execute format('create policy deleted on %I for delete to heliograph_call using (%s)', name, rule);
  end loop;
  execute format('create policy changed on documents for update to heliograph_call using (%s)', rule);
end $$;

-- Of each document in which all of these words stand: the part that has most of them, and how many it has. Of whoever's
-- documents: the caller joins them to those that it sees. Row policies would keep the session from the index of words.
create function found_documents(asked tsquery[])
returns table (document_id int, part int, hits int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  if coalesce(current_setting('heliograph.user_id', true), '') = '' then
    return;
  end if;
  return query
    with words as (
      select t.document_id, t.part, w.place
      from (select unnest(asked) as word, generate_subscripts(asked, 1) as place) w
        join document_texts t on t.words @@ w.word
    ), parts as (
      select w.document_id, w.part, count(*)::int as hits from words w group by w.document_id, w.part
    )
    select p.document_id, (array_agg(p.part order by p.hits desc, p.part = 0, p.part))[1], max(p.hits)
    from parts p
    where p.document_id in (
      select w.document_id from words w group by w.document_id having count(distinct w.place) = cardinality(asked))
    group by p.document_id;
end $$;
revoke execute on function found_documents(tsquery[]) from public;
grant execute on function found_documents(tsquery[]) to heliograph_call;
