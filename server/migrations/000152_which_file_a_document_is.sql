-- What the whole of a document's file is to be, as it was announced: hex of its SHA-256, or '' where nobody said.
alter table documents add told_sha256 text not null default '';
