-- Creating, changing, freezing and removing people and companies ask for a button each; who had the page could do it and
-- still can. And the side menu's group of devices. Only in a portal that has menus: a new one gets all of them as it starts.

insert into menus (parent_id, mode, name, title, title_locale, sort)
select p.id, 2, b.name, b.title, 'menu.' || b.name, p.sort
from menus p join (values
  ('Users', 'UserCreate', 'User create'), ('Users', 'UserUpdate', 'User update'),
  ('Users', 'UserFreeze', 'User freeze'), ('Users', 'UserDelete', 'User delete'),
  ('Companies', 'CompanyCreate', 'Company create'), ('Companies', 'CompanyUpdate', 'Company update'),
  ('Companies', 'CompanyDelete', 'Company delete')
) b (page, name, title) on b.page = p.name
where not p.is_own;

insert into role_menus (role_id, menu_id)
select rm.role_id, b.id from role_menus rm join menus p on p.id = rm.menu_id join menus b on b.parent_id = p.id
where p.name in ('Users', 'Companies') and b.mode = 2 and b.name in
  ('UserCreate', 'UserUpdate', 'UserFreeze', 'UserDelete', 'CompanyCreate', 'CompanyUpdate', 'CompanyDelete')
on conflict do nothing;

-- A page that somebody has moved or renamed stays as it is; without one left to hold there is no group.
insert into menus (mode, name, title, title_locale, icon, sort, removed_at)
select 1, 'AllDevices', 'Devices', 'menu.AllDevices', 'IconCpu', d.sort,
  case when exists (
    select from menus m where m.name in ('Devices', 'NoRegGatewayList') and not m.is_own and m.removed_at is null and m.parent_id is null and m.version = 1
  ) then null else now() end
from menus d where d.name = 'Devices' and not d.is_own;

update menus m set parent_id = g.id, title = case m.name when 'Devices' then 'Device List' else m.title end
from menus g
where g.name = 'AllDevices' and not g.is_own and g.removed_at is null
  and m.name in ('Devices', 'NoRegGatewayList') and not m.is_own and m.removed_at is null and m.parent_id is null and m.version = 1;

insert into role_menus (role_id, menu_id)
select distinct rm.role_id, g.id from role_menus rm join menus m on m.id = rm.menu_id join menus g on g.id = m.parent_id
where g.name = 'AllDevices' and not g.is_own
on conflict do nothing;

-- Who has a role open in front of him loads it again before he saves it.
update roles set version = version + 1
where id in (select rm.role_id from role_menus rm join menus m on m.id = rm.menu_id where m.name in ('UserCreate', 'CompanyCreate', 'AllDevices'));
