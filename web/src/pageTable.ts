// Screen, initial areas of texts and query of each page.
import type { PageName } from '@heliograph/contract/pages.ts';
import { readAlertSearch } from './components/alerts/alertSearch.ts';
import type { GuideRole } from './components/guide/sections.ts';
import { readSearch } from './components/plant/search.ts';
import type { Area } from './i18n/areas.ts';
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

interface PageParts<Module, Search extends object> {
  /** Module of the screen (`Screen` of routes.tsx), loaded when the page is opened. */
  load: () => Promise<Module>;
  /** Besides `start`, and besides `shell` on pages for signed-in users. */
  texts: readonly Area[];
  /** Types the query of the address, and drops unknown fields unless the page parses it itself. */
  search: (raw: Raw) => Search;
}

/** Passes the query on; rarely used pages parse it in their own files. */
const asIs = (raw: Raw): object => raw;

/** Without `search`, the page gets its query unparsed, as lists do. */
const page = <Module, Search extends object = object>(
  load: () => Promise<Module>,
  texts: readonly Area[],
  search: (raw: Raw) => Search = asIs as (raw: Raw) => Search,
): PageParts<Module, Search> => ({ load, texts, search });

/** For pages without a query. */
// biome-ignore lint/complexity/noBannedTypes: the router takes an empty object for "no search"
const nothing = (_: Raw): {} => ({});

export const PAGES = {
  SignIn: page(
    () => import('./pages/auth/SignInPage.tsx'),
    ['auth'],
    ({ redirect }: Raw): { redirect?: string } => (typeof redirect === 'string' ? { redirect } : {}),
  ),
  // The page reads its secret from the address itself, as the router would parse digits as a number.
  Setup: page(() => import('./pages/auth/SetupPage.tsx'), ['auth', 'status', 'shell'], nothing),
  ForgetPwd: page(() => import('./pages/auth/ForgetPwdPage.tsx'), ['reset', 'status', 'shell'], nothing),
  /** Its token is in the fragment; the brand is read before the router exists. */
  ResetPwd: page(() => import('./pages/auth/ResetPwdPage.tsx'), ['reset', 'status', 'shell'], nothing),
  /** Its token is in the fragment. */
  EmailChange: page(() => import('./pages/status/EmailChangePage.tsx'), ['emailChange', 'status', 'shell'], nothing),
  Register: page(() => import('./pages/auth/RegisterPage.tsx'), ['register', 'status', 'shell'], nothing),
  PrivacyPolicy: page(() => import('./pages/status/PrivacyPolicyPage.tsx'), ['status', 'shell'], nothing),
  Install: page(() => import('./pages/status/InstallPage.tsx'), ['install', 'status', 'shell'], nothing),
  /** The page reads its secret from the address itself. */
  MailChoice: page(() => import('./pages/status/MailChoicePage.tsx'), ['mailChoice', 'status'], nothing),
  /** Its secret is in the fragment, which is never sent to a server. */
  PublicPlant: page(
    () => import('./pages/status/PublicPlantPage.tsx'),
    ['plant', 'status', 'shell', 'public'],
    nothing,
  ),
  Forbidden: page(() => import('./pages/status/ForbiddenPage.tsx'), ['status'], nothing),
  Users: page(() => import('./pages/people/UsersPage.tsx'), ['list', 'people'], asIs as typeof userList.search),
  Companies: page(
    () => import('./pages/people/CompaniesPage.tsx'),
    ['list', 'people'],
    asIs as typeof companyList.search,
  ),
  Dashboard: page(
    () => import('./pages/dashboard/DashboardPage.tsx'),
    ['dashboard', 'alerts', 'sites', 'devices', 'plant'],
    asIs as typeof readDashboardSearch,
  ),
  PvPlant: page(() => import('./pages/plants/SiteListPage.tsx'), ['list', 'sites'], siteList.search),
  /** Without `sid`: a new plant. `at`: only this part of it. */
  PvPlantEdit: page(
    () => import('./pages/plantForm/SiteEditPage.tsx'),
    ['list', 'edit', 'prices', 'devices', 'status'],
    ({ sid, at, waiting }: Raw): { sid?: string; at?: 'shareWith' | 'publicLinks'; waiting?: number } => ({
      ...(sid === undefined ? {} : { sid: String(sid) }),
      ...(at === 'shareWith' || at === 'publicLinks' ? { at } : {}),
      ...(typeof waiting === 'number' ? { waiting } : {}),
    }),
  ),
  ReportSetting: page(
    () => import('./pages/plantForm/ReportSettingPage.tsx'),
    ['plant', 'reportSetting'],
    ({ sid }: Raw): { sid: string } => ({ sid: String(sid ?? '') }),
  ),
  /** `sn`: the selected device. */
  ParameterSetting: page(
    () => import('./pages/control/ParameterSettingPage.tsx'),
    ['list', 'plant', 'parameters', 'limitRule'],
    asIs as (raw: Raw) => { sid?: string; sn?: string },
  ),
  PvPlantDetail: page(() => import('./pages/plant/SiteDetailPage.tsx'), ['plant'], readSearch),
  PvPlantLayout: page(
    () => import('./pages/roof/LayoutPage.tsx'),
    ['plant', 'layout', 'edit'],
    ({ sid }: Raw): { sid?: string } => (sid === undefined ? {} : { sid: String(sid) }),
  ),
  Devices: page(
    () => import('./pages/devices/DevicesPage.tsx'),
    ['list', 'devices', 'allDevices'],
    asIs as typeof deviceList.search,
  ),
  Panels: page(
    () => import('./pages/devices/PanelsPage.tsx'),
    ['list', 'devices', 'allDevices'],
    asIs as typeof panelList.search,
  ),
  ElectricMeter: page(
    () => import('./pages/device/ElectricMeterPage.tsx'),
    ['plant', 'devices', 'device'],
    asIs as typeof readDeviceSearch,
  ),
  AllInOneMachine: page(
    () => import('./pages/device/AllInOneMachinePage.tsx'),
    ['plant', 'devices', 'device'],
    asIs as typeof readDeviceSearch,
  ),
  StringMachine: page(
    () => import('./pages/device/StringMachinePage.tsx'),
    ['plant', 'devices', 'device'],
    asIs as typeof readDeviceSearch,
  ),
  Battery: page(
    () => import('./pages/device/BatteryPage.tsx'),
    ['plant', 'devices', 'device'],
    asIs as typeof readDeviceSearch,
  ),
  Sensor: page(
    () => import('./pages/device/SensorPage.tsx'),
    ['plant', 'devices', 'device'],
    asIs as typeof readDeviceSearch,
  ),
  ModuleDetail: page(
    () => import('./pages/device/module/ModulePage.tsx'),
    ['plant', 'devices', 'device', 'modules', 'layout'],
    asIs as typeof readModuleSearch,
  ),
  Gateway: page(
    () => import('./pages/device/gateway/GatewayPage.tsx'),
    ['list', 'plant', 'devices', 'device', 'modules', 'edit'],
    asIs as typeof readDeviceSearch,
  ),
  Alerts: page(() => import('./pages/alerts/AlertsPage.tsx'), ['list', 'alerts'], readAlertSearch),
  NoRegGatewayList: page(
    () => import('./pages/devices/UnregisteredPage.tsx'),
    ['list', 'unregistered', 'edit', 'devices'],
    asIs as typeof unregisteredList.search,
  ),
  GenerateBDMPassword: page(
    () => import('./pages/tools/BdmPasswordPage.tsx'),
    ['list', 'bdmPassword', 'edit', 'devices'],
    asIs as typeof bdmPasswordList.search,
  ),
  /** `role`: id of the open role; `q`: search text. */
  RolesPermission: page(() => import('./pages/system/RolesPage.tsx'), ['list', 'roles'], asIs as typeof readRoleSearch),
  Menus: page(() => import('./pages/system/MenusPage.tsx'), ['roles'], nothing),
  GroupAccess: page(
    () => import('./pages/system/GroupAccessPage.tsx'),
    ['list', 'roles'],
    asIs as typeof readWordSearch,
  ),
  /** `id`: the brand in the editor; without it, the list. */
  Brands: page(
    () => import('./pages/system/BrandsPage.tsx'),
    ['list', 'brands'],
    ({ id }: Raw): { id?: number } => (Number.isInteger(id) ? { id: Number(id) } : {}),
  ),
  Operation: page(() => import('./pages/system/OperationPage.tsx'), ['operation'], nothing),
  AuditLog: page(() => import('./pages/system/AuditPage.tsx'), ['list', 'audit'], asIs as typeof auditLog.search),
  Documentation: page(
    () => import('./pages/tools/DocumentationPage.tsx'),
    ['list', 'documentation'],
    asIs as typeof documentList.search,
  ),
  /** Without `id`: a new document; `replaces`: the next version of that one; `model`: for that product. */
  DocumentationEdit: page(
    () => import('./pages/tools/DocumentationEditPage.tsx'),
    ['documentation', 'upload'],
    asIs as (raw: Raw) => { id?: number; replaces?: number; model?: number },
  ),
  OtaFile: page(() => import('./pages/tools/OtaFilePage.tsx'), ['list', 'ota'], asIs as typeof otaList.search),
  /** Without `id`: a new version. */
  OtaFileEdit: page(
    () => import('./pages/tools/OtaFileEditPage.tsx'),
    ['list', 'ota', 'rollout', 'upload'],
    ({ id }: Raw): { id?: number } => (Number.isInteger(id) ? { id: Number(id) } : {}),
  ),
  Products: page(
    () => import('./pages/tools/ProductsPage.tsx'),
    ['list', 'products'],
    asIs as typeof productList.search,
  ),
  InverterConfiguration: page(
    () => import('./pages/control/InverterConfigurationPage.tsx'),
    ['list', 'plant', 'parameters', 'inverterSetup'],
    asIs as typeof readSetupSearch,
  ),
  SnList: page(
    () => import('./pages/devices/SnListPage.tsx'),
    ['list', 'snList', 'unregistered'],
    asIs as typeof snList.search,
  ),
  /** Without `model`: a new product. */
  ProductEdit: page(
    () => import('./pages/tools/ProductEditPage.tsx'),
    ['list', 'products', 'documentation'],
    ({ model }: Raw): { model?: number } => (Number.isInteger(model) ? { model: Number(model) } : {}),
  ),
  Account: page(() => import('./pages/account/AccountPage.tsx'), ['account', 'security', 'files'], nothing),
  /** `role`: whose guide is shown; the reader's own by default. */
  Guide: page(() => import('./pages/guide/GuidePage.tsx'), ['guide'], asIs as (raw: Raw) => { role?: GuideRole }),
  Unsubscribe: page(() => import('./pages/account/UnsubscribePage.tsx'), ['unsubscribe', 'access'], nothing),
} satisfies Record<PageName, PageParts<unknown, object>>;

export type Searches = { [Name in PageName]: ReturnType<(typeof PAGES)[Name]['search']> };
