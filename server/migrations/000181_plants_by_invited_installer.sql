-- Plants of an installer are found by two indexes instead of looking through all: who has an account, and who is invited.
create index sites_invited_installer on sites (invited_installer) where invited_installer <> '';
