// What a session may do with a plant: the permissions of its role, where the plant is one that it may change.
import type { Permission } from '@heliograph/contract/permissions.ts';

export interface MayChange {
  update: boolean;
  delete: boolean;
  addDevices: boolean;
  removeDevices: boolean;
}

/** `changeable` is what sql/visibleSites.ts says of the plant: the branch or the owner. */
export function mayChange({ permissions }: { permissions: ReadonlySet<Permission> }, changeable: boolean): MayChange {
  const may = (permission: Permission) => changeable && permissions.has(permission);
  return {
    update: may('SiteUpdate'),
    delete: may('SiteDelete'),
    addDevices: may('DeviceRegister'),
    removeDevices: may('DeviceRemove'),
  };
}
