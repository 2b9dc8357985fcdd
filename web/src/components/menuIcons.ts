// The icons of the side menu by their names.
import type { MenuIcon } from '@heliograph/contract/pages.ts';
import {
  IconBell,
  IconCpu,
  IconFileText,
  IconKey,
  IconLayoutDashboard,
  IconRouterOff,
  IconSettings,
  IconSolarPanel,
  IconTool,
  IconUsers,
} from '@tabler/icons-react';

export type Icon = typeof IconCpu;

export const ICONS: Record<MenuIcon, Icon> = {
  IconBell,
  IconCpu,
  IconFileText,
  IconKey,
  IconLayoutDashboard,
  IconRouterOff,
  IconSettings,
  IconSolarPanel,
  IconTool,
  IconUsers,
};
