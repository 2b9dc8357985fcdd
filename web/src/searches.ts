// What the address of each page may carry; whatever a page does not understand is left out.
import type { PageName } from '@heliograph/contract/pages.ts';
import { readAlertSearch } from './components/alerts/alertSearch.ts';
import { readSearch } from './components/plant/search.ts';
import type { readSetupSearch } from './pages/control/inverterSetup/search.ts';
import type { readDashboardSearch } from './pages/dashboard/dashboardSearch.ts';
import type { readModuleSearch } from './pages/device/module/search.ts';
import type { readDeviceSearch } from './pages/device/search.ts';
import type { deviceList } from './pages/devices/list/deviceList.ts';
import type { panelList } from './pages/devices/panels/panelList.ts';
import type { snList } from './pages/devices/snList/snList.ts';
import type { unregisteredList } from './pages/devices/unregistered/unregisteredList.ts';
import type { companyList } from './pages/people/companies/companyList.ts';
import type { userList } from './pages/people/users/userList.ts';
import { siteList } from './pages/plants/siteList.ts';
import type { auditLog } from './pages/system/audit/auditSearch.ts';
import type { readRoleSearch, readWordSearch } from './pages/system/search.ts';
import type { bdmPasswordList } from './pages/tools/bdmPassword/bdmPasswordList.ts';
import type { documentList } from './pages/tools/documents/documentList.ts';
import type { otaList } from './pages/tools/ota/otaList.ts';
import type { productList } from './pages/tools/products/productList.ts';

type Raw = Record<string, unknown>;
/** Nothing that is read by the router. */
// biome-ignore lint/complexity/noBannedTypes: the router takes an empty object for "no search"
const nothing = (_: Raw): {} => ({});

/** The page itself reads of it what it understands: what a rare page takes comes with the page. */
const asIs = (raw: Raw): object => raw;

export const searches = {
  SignIn: ({ redirect }: Raw): { redirect?: string } => (typeof redirect === 'string' ? { redirect } : {}),
  // Its secret is read from the address as it is: the router would take one of digits for a number.
  Setup: nothing,
  ForgetPwd: nothing,
  /** Its token stands behind the #; the brand is read before there is a router. */
  ResetPwd: nothing,
  /** Its token stands behind the #. */
  EmailChange: nothing,
  Register: nothing,
  PrivacyPolicy: nothing,
  Forbidden: nothing,
  /** Its secret is read from the address as it is. */
  MailChoice: nothing,
  /** Its secret stands behind the #, where no server sees it. */
  PublicPlant: nothing,
  Dashboard: asIs as typeof readDashboardSearch,
  PvPlant: siteList.search,
  /** Without `sid`: a new plant. `at`: the field that one came for. */
  PvPlantEdit: ({ sid, at }: Raw): { sid?: string; at?: 'shareWith' } => ({
    ...(sid === undefined ? {} : { sid: String(sid) }),
    ...(at === 'shareWith' ? { at } : {}),
  }),
  PvPlantDetail: readSearch,
  PvPlantLayout: ({ sid }: Raw): { sid?: string } => (sid === undefined ? {} : { sid: String(sid) }),
  ReportSetting: ({ sid }: Raw): { sid: string } => ({ sid: String(sid ?? '') }),
  /** `sn`: the device whose parameters are shown. */
  ParameterSetting: asIs as (raw: Raw) => { sid?: string; sn?: string },
  Devices: asIs as typeof deviceList.search,
  Panels: asIs as typeof panelList.search,
  ElectricMeter: asIs as typeof readDeviceSearch,
  AllInOneMachine: asIs as typeof readDeviceSearch,
  StringMachine: asIs as typeof readDeviceSearch,
  Battery: asIs as typeof readDeviceSearch,
  Sensor: asIs as typeof readDeviceSearch,
  ModuleDetail: asIs as typeof readModuleSearch,
  Gateway: asIs as typeof readDeviceSearch,
  Alerts: readAlertSearch,
  NoRegGatewayList: asIs as typeof unregisteredList.search,
  GenerateBDMPassword: asIs as typeof bdmPasswordList.search,
  Users: asIs as typeof userList.search,
  Companies: asIs as typeof companyList.search,
  /** `role`: the id of the one that is open; `q`: what own roles are searched for. */
  RolesPermission: asIs as typeof readRoleSearch,
  Menus: nothing,
  GroupAccess: asIs as typeof readWordSearch,
  AuditLog: asIs as typeof auditLog.search,
  Documentation: asIs as typeof documentList.search,
  /** Without `id` a new one; `replaces`: the next version of that one; `model`: of that product. */
  DocumentationEdit: asIs as (raw: Raw) => { id?: number; replaces?: number; model?: number },
  OtaFile: asIs as typeof otaList.search,
  /** Without `id` a new one. */
  OtaFileEdit: ({ id }: Raw): { id?: number } => (Number.isInteger(id) ? { id: Number(id) } : {}),
  Products: asIs as typeof productList.search,
  InverterConfiguration: asIs as typeof readSetupSearch,
  SnList: asIs as typeof snList.search,
  /** Without `model`: a new product. */
  ProductEdit: ({ model }: Raw): { model?: number } => (Number.isInteger(model) ? { model: Number(model) } : {}),
  Account: nothing,
  Unsubscribe: nothing,
} satisfies Record<PageName, (raw: Raw) => object>;

export type Searches = { [Name in PageName]: ReturnType<(typeof searches)[Name]> };
