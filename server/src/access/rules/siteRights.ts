// What a session may do with a plant: the permissions of its role, where the plant is one that it may change.
import type { SiteRights } from '@heliograph/contract/entities/site.ts';
import type { Permission } from '@heliograph/contract/permissions.ts';

/** `changeable`: the session is in the plant's branch or owns it, by access/accessibleSites.ts. */
export function siteRights({ permissions }: { permissions: ReadonlySet<Permission> }, changeable: boolean): SiteRights {
  const has = (permission: Permission) => changeable && permissions.has(permission);
  return {
    update: has('SiteUpdate'),
    delete: has('SiteDelete'),
    addDevices: has('DeviceRegister'),
    removeDevices: has('DeviceRemove'),
  };
}
