// The areas of texts and which of them each page needs; a page loads its own and no other.
import type { PageName } from '@heliograph/contract/pages.ts';
import type english from './catalogues/en.json';

/**
 * The areas are the top level of each language's file. Texts that a page shows at first stand in an area that PAGE_AREAS names;
 * texts of what is opened later, such as a view, a map or the camera, stand in one that is loaded with it (`addTexts`).
 * `start` is what every visitor needs: errors, the rules of forms, the frame around pages; `shell` what every signed-in page needs.
 */
export type Area = keyof typeof english;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
/** All texts in English, from which the keys of `t` are typed. */
export type Texts = Intersection<(typeof english)[Area]>;

/** Besides `start`, and besides `shell` for signed-in pages. */
export const PAGE_AREAS: Readonly<Record<PageName, readonly Area[]>> = {
  SignIn: ['auth'],
  Setup: ['auth', 'status', 'shell'],
  ForgetPwd: ['reset', 'status', 'shell'],
  ResetPwd: ['reset', 'status', 'shell'],
  EmailChange: ['emailChange', 'status', 'shell'],
  Register: ['register', 'status', 'shell'],
  PrivacyPolicy: ['status', 'shell'],
  Forbidden: ['status'],
  MailChoice: ['mailChoice', 'status'],
  PublicPlant: ['plant', 'status', 'shell', 'public'],
  Dashboard: ['dashboard', 'sites', 'devices', 'plant'],
  PvPlant: ['list', 'sites'],
  PvPlantEdit: ['list', 'edit', 'prices', 'devices', 'status'],
  PvPlantDetail: ['plant'],
  PvPlantLayout: ['plant', 'layout', 'edit'],
  ReportSetting: ['plant', 'reportSetting'],
  ParameterSetting: ['list', 'plant', 'parameters', 'limitRule'],
  Devices: ['list', 'devices', 'allDevices'],
  Panels: ['list', 'devices', 'allDevices'],
  ElectricMeter: ['plant', 'devices', 'device'],
  AllInOneMachine: ['plant', 'devices', 'device'],
  StringMachine: ['plant', 'devices', 'device'],
  Battery: ['plant', 'devices', 'device'],
  Sensor: ['plant', 'devices', 'device'],
  ModuleDetail: ['plant', 'devices', 'device', 'modules'],
  Gateway: ['list', 'plant', 'devices', 'device', 'modules', 'edit'],
  Alerts: ['list', 'alerts'],
  NoRegGatewayList: ['list', 'unregistered', 'edit', 'devices'],
  GenerateBDMPassword: ['list', 'bdmPassword', 'edit', 'devices'],
  Users: ['list', 'people'],
  Companies: ['list', 'people'],
  RolesPermission: ['list', 'roles'],
  Menus: ['roles'],
  GroupAccess: ['list', 'roles'],
  AuditLog: ['list', 'audit'],
  Account: ['account', 'security', 'files'],
  Unsubscribe: ['unsubscribe', 'access'],
  Documentation: ['list', 'documentation'],
  DocumentationEdit: ['documentation', 'upload'],
  OtaFile: ['list', 'ota'],
  OtaFileEdit: ['list', 'ota', 'rollout', 'upload'],
  Products: ['list', 'products'],
  InverterConfiguration: ['list', 'plant', 'parameters', 'inverterSetup'],
  SnList: ['list', 'snList', 'unregistered'],
  ProductEdit: ['list', 'products', 'documentation'],
};
