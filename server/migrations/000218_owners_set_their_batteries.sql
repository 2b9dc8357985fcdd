-- Owners set mode and reserve of the batteries of their own plants. The permission goes to the default role Owner where
-- nobody has changed that role. Roles that control devices or manage users get it as well, because a user can assign only
-- roles whose permissions the own role has. Only in a portal that has menus: a new one gets all of them as it starts.

insert into menus (parent_id, mode, name, title, title_locale, sort)
select p.id, 2, 'OwnBatteryUpdate', 'Own battery update', 'menu.OwnBatteryUpdate', p.sort
from menus p where p.name = 'PvPlant' and not p.is_own;

insert into role_menus (role_id, menu_id)
select r.id, b.id from roles r, menus b
where b.name = 'OwnBatteryUpdate' and not b.is_own and exists (
  select from role_menus rm join menus m on m.id = rm.menu_id
  where rm.role_id = r.id and m.name in ('DeviceControl', 'UserCreate', 'UserUpdate'))
on conflict do nothing;

-- Unchanged: exactly the permissions that a new portal grants, as far as this one has them.
insert into role_menus (role_id, menu_id)
select r.id, b.id from roles r, menus b
where r.code = 'owner' and r.company_id is null and b.name = 'OwnBatteryUpdate' and not b.is_own
  and (select array_agg(m.name order by m.name) from role_menus rm join menus m on m.id = rm.menu_id where rm.role_id = r.id)
    = (select array_agg(m.name order by m.name) from menus m where not m.is_own and m.removed_at is null
        and m.name in ('PvPlant', 'Alerts', 'Documentation', 'SiteCreate', 'SiteUpdate', 'DeviceRegister', 'DeviceRemove', 'SiteMoney', 'SiteBenefits',
          'SiteDevices'))
on conflict do nothing;

-- Editors who have such a role open load it again before they save.
update roles set version = version + 1
where id in (select rm.role_id from role_menus rm join menus m on m.id = rm.menu_id where m.name = 'OwnBatteryUpdate');

-- Null: the owner may set the batteries of the plant.
alter table sites
  add column battery_owner_off_at timestamptz,
  add column battery_owner_off_by int;
