-- What a search of plants looks through, in lower case, a line each: `ilike` lowered what was typed and four texts again for
-- each plant.
alter table sites add column searched text not null
  generated always as (lower(name || E'\n' || city || E'\n' || invited_owner || E'\n' || invited_installer)) stored;
