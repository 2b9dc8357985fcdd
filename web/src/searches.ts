// What the address of each page may carry; whatever a page does not understand is left out.
import type { PageName } from '@heliograph/contract/pages.ts';
import { readAlertSearch } from './components/alerts/alertSearch.ts';
import { deviceList } from './pages/device/list/deviceList.ts';
import { unregisteredList } from './pages/device/unregistered/unregisteredList.ts';
import { readSearch } from './pages/site/detail/search.ts';
import { readDeviceSearch } from './pages/site/device/search.ts';
import { siteList } from './pages/site/list/siteList.ts';
import { readModuleSearch } from './pages/site/module/search.ts';
import { bdmPasswordList } from './pages/tools/bdmPassword/bdmPasswordList.ts';

type Raw = Record<string, unknown>;
/** Nothing that is read by the router. */
// biome-ignore lint/complexity/noBannedTypes: the router takes an empty object for "no search"
const nothing = (_: Raw): {} => ({});

export const searches = {
  SignIn: ({ redirect }: Raw): { redirect?: string } => (typeof redirect === 'string' ? { redirect } : {}),
  // Its secret is read from the address as it is: the router would take one of digits for a number.
  Setup: nothing,
  PrivacyPolicy: nothing,
  Forbidden: nothing,
  /** Its secret is read from the address as it is. */
  MailChoice: nothing,
  /** Its secret stands behind the #, where no server sees it. */
  PublicPlant: nothing,
  PvPlant: siteList.search,
  /** Without `sid`: a new plant. */
  PvPlantEdit: ({ sid }: Raw): { sid?: string } => (sid === undefined ? {} : { sid: String(sid) }),
  PvPlantDetail: readSearch,
  PvPlantLayout: ({ sid }: Raw): { sid?: string } => (sid === undefined ? {} : { sid: String(sid) }),
  ReportSetting: ({ sid }: Raw): { sid: string } => ({ sid: String(sid ?? '') }),
  Devices: deviceList.search,
  ElectricMeter: readDeviceSearch,
  AllInOneMachine: readDeviceSearch,
  StringMachine: readDeviceSearch,
  Battery: readDeviceSearch,
  Sensor: readDeviceSearch,
  ModuleDetail: readModuleSearch,
  Gateway: readDeviceSearch,
  Alerts: readAlertSearch,
  NoRegGatewayList: unregisteredList.search,
  GenerateBDMPassword: bdmPasswordList.search,
  Account: nothing,
} satisfies Record<PageName, (raw: Raw) => object>;

export type Searches = { [Name in PageName]: ReturnType<(typeof searches)[Name]> };
