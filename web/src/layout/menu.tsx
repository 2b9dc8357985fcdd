// The side menu made from the role's menus: which entries show, their icon, their translated title.
import type { Menu } from '@heliograph/contract/entities/user.ts';
import { MENU_MODE } from '@heliograph/contract/permissions.ts';
import {
  IconBuilding,
  IconCpu,
  IconFileText,
  IconKey,
  IconLayoutDashboard,
  IconList,
  IconPackage,
  IconPoint,
  IconRouterOff,
  IconSettings,
  IconSolarPanel,
  IconTool,
  IconUsers,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { isPage } from '../links.ts';

type Icon = typeof IconCpu;

const ICONS: Record<string, Icon> = {
  Dashboard: IconLayoutDashboard,
  PvPlant: IconSolarPanel,
  Devices: IconCpu,
  NoRegGatewayList: IconRouterOff,
  Users: IconUsers,
  Companies: IconBuilding,
  Products: IconPackage,
  SnList: IconList,
  Documentation: IconFileText,
  GenerateBDMPassword: IconKey,
  Tools: IconTool,
  OtaFile: IconTool,
  System: IconSettings,
};

export interface MenuItem {
  id: number;
  title: string;
  path: string;
  Icon: Icon;
  children: MenuItem[];
}

/** In the reader's language when the catalogue knows the entry, else as the administrator named it. */
function titleOf(entry: Menu, t: TFunction): string {
  const name = entry.titleLocale.replace(/^menu\./, '') || entry.components_title;
  return t(`menu.${name}` as 'menu.PvPlant', { defaultValue: entry.title || name });
}

/** Page entries only; children show only if all of them are pages; what leads nowhere is left out. */
export function menuItems(menus: readonly Menu[], t: TFunction, depth = 0): MenuItem[] {
  return menus
    .filter((entry) => entry.mode === MENU_MODE.page)
    .map((entry) => {
      const children = entry.children ?? [];
      const showsChildren = depth === 0 && children.length > 0 && children.every(({ mode }) => mode === MENU_MODE.page);
      return {
        id: entry.id,
        title: titleOf(entry, t),
        path: entry.path,
        Icon: ICONS[entry.components_title] ?? IconPoint,
        children: showsChildren ? menuItems(children, t, depth + 1) : [],
      };
    })
    .filter((item) => isPage(item.path) || item.children.length > 0);
}

/** Whether the page one is on belongs to an entry: itself or below it. */
export function isOn(item: MenuItem, pathname: string): boolean {
  const path = item.path.replace(/\/$/, '');
  const own = path !== '' && (pathname === path || pathname.startsWith(`${path}/`));
  return own || item.children.some((child) => isOn(child, pathname));
}
