// English titles of the side menu's entries, word for word as specified: what a menu's row begins with. Pages show them in the reader's language, so that no browser needs these.
import type { MenuGroup, MenuPage } from './pages.ts';

export const MENU_TITLES: Record<MenuPage | MenuGroup, string> = {
  AllDevices: 'Devices',
  AccountSetup: 'Account Setup',
  Tools: 'Tools',
  System: 'System Management',
  Dashboard: 'Dashboard',
  PvPlant: 'PV Plant',
  Devices: 'Device List',
  Alerts: 'Alerts',
  NoRegGatewayList: 'No Reg Gateway List',
  GenerateBDMPassword: 'BDM Password Generation',
  Users: 'User',
  Companies: 'Companies',
  RolesPermission: 'Role Permission',
  Menus: 'Menu Management',
  GroupAccess: 'Group access',
  AuditLog: 'Audit Log',
  Documentation: 'Documentation',
  InverterConfiguration: 'Inverter Configuration',
  OtaFile: 'OTA File',
  Products: 'Products',
  SnList: 'SN List',
};
