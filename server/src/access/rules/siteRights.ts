// Rights of a session on a plant: the permissions of its role if the plant is one that it may change, else none.
import type { SiteRights } from '@heliograph/contract/entities/site.ts';
import type { Permission } from '@heliograph/contract/permissions.ts';

/** `changeable`: the session is in the plant's branch or owns it, by access/accessibleSites.ts. */
export function siteRights({ permissions }: { permissions: ReadonlySet<Permission> }, changeable: boolean): SiteRights {
  const allows = (permission: Permission) => changeable && permissions.has(permission);
  return {
    update: allows('SiteUpdate'),
    delete: allows('SiteDelete'),
    addDevices: allows('DeviceRegister'),
    removeDevices: allows('DeviceRemove'),
  };
}
