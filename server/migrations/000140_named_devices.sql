-- Lists of plants are searched for the names that people gave devices: most have none.
create index devices_named on devices (sid) where alias <> '';
