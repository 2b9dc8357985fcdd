-- People who register as owner or business set up their plants and devices themselves. The calls check that a plant is
-- their own. Only in a portal that has menus: a new one grants these as it starts.
insert into role_menus (role_id, menu_id)
select r.id, m.id from roles r, menus m
where r.code = 'owner' and r.company_id is null and m.name in ('SiteCreate', 'DeviceRegister', 'DeviceRemove') and not m.is_own
on conflict do nothing;

-- A page that shows the role loads it again before it saves it.
update roles set version = version + 1
where code = 'owner' and company_id is null and exists (select from role_menus rm where rm.role_id = roles.id);
