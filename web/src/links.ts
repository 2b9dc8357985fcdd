// Links to pages: paths come from the page table, types of queries from pageTable.ts.
import { PATHS, type PageName, pageAt } from '@heliograph/contract/pages.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';
import type { GuideRole, GuideSection } from './components/guide/sections.ts';
import type { Searches } from './pageTable.ts';

/** Props for `<Link {...links.siteDetail(sid)}>` and `navigate(...)`. */
const at = <Name extends keyof Searches>(name: Name, search: Searches[Name]) => ({ to: PATHS[name], search });

interface DeviceKey {
  sid: string;
  sn: string;
  kind: ReportKind;
}
const DEVICE_PAGES = {
  gateway: 'Gateway',
  microinverter: 'ModuleDetail',
  inverter: 'StringMachine',
  hybrid: 'AllInOneMachine',
  battery: 'Battery',
  meter: 'ElectricMeter',
  sensor: 'Sensor',
} as const satisfies Record<ReportKind, PageName>;

export const links = {
  /** `redirect`: the address to go to after sign-in. */
  signIn: (redirect?: string | null) => at('SignIn', redirect ? { redirect } : {}),
  forgetPwd: () => at('ForgetPwd', {}),
  privacyPolicy: () => at('PrivacyPolicy', {}),
  forbidden: () => at('Forbidden', {}),
  dashboard: (search: Searches['Dashboard'] = {}) => at('Dashboard', search),
  /** The plant list; `search` holds its filters, order and page. */
  sites: (search: Searches['PvPlant'] = {}) => at('PvPlant', search),
  siteCreate: () => at('PvPlantEdit', {}),
  siteEdit: (sid: string) => at('PvPlantEdit', { sid }),
  /** Only who has access to the plant, with the focus on its guests. */
  siteShare: (sid: string) => at('PvPlantEdit', { sid, at: 'shareWith' }),
  /** Only the public links of the plant. */
  sitePublicLinks: (sid: string) => at('PvPlantEdit', { sid, at: 'publicLinks' }),
  siteDetail: (sid: string, view: Omit<Searches['PvPlantDetail'], 'sid'> = {}) => at('PvPlantDetail', { ...view, sid }),
  /** The editor of the plant's layout. */
  layout: (sid: string) => at('PvPlantLayout', { sid }),
  reportSetting: (sid: string) => at('ReportSetting', { sid }),
  /** Remote settings of its devices. */
  parameterSetting: (sid: string, sn?: string) => at('ParameterSetting', sn === undefined ? { sid } : { sid, sn }),
  devices: (search: Searches['Devices'] = {}) => at('Devices', search),
  /** Modules of all plants. */
  panels: (search: Searches['Panels'] = {}) => at('Panels', search),
  /** The page for the device's kind. */
  device: ({ sid, sn, kind }: DeviceKey, view: Omit<Searches['ElectricMeter'], 'sid' | 'sn'> = {}) =>
    at(DEVICE_PAGES[kind], { ...view, sid, sn }),
  /** A module on an input of a device. */
  module: (search: Searches['ModuleDetail']) => at('ModuleDetail', search),
  /** Alerts of all plants. */
  alerts: (search: Searches['Alerts'] = {}) => at('Alerts', search),
  unregistered: (search: Searches['NoRegGatewayList'] = {}) => at('NoRegGatewayList', search),
  bdmPasswords: () => at('GenerateBDMPassword', {}),
  users: (search: Searches['Users'] = {}) => at('Users', search),
  companies: (search: Searches['Companies'] = {}) => at('Companies', search),
  roles: (search: Searches['RolesPermission'] = {}) => at('RolesPermission', search),
  groupAccess: (search: Searches['GroupAccess'] = {}) => at('GroupAccess', search),
  brands: () => at('Brands', {}),
  brand: (id: number) => at('Brands', { id }),
  operation: () => at('Operation', {}),
  audit: (search: Searches['AuditLog'] = {}) => at('AuditLog', search),
  /** Bulk changes of a product's devices. */
  inverterConfiguration: (search: Searches['InverterConfiguration'] = {}) => at('InverterConfiguration', search),
  snList: (search: Searches['SnList'] = {}) => at('SnList', search),
  documentation: (search: Searches['Documentation'] = {}) => at('Documentation', search),
  document: (id: number) => at('DocumentationEdit', { id }),
  newDocument: (search: Omit<Searches['DocumentationEdit'], 'id'> = {}) => at('DocumentationEdit', search),
  firmwares: (search: Searches['OtaFile'] = {}) => at('OtaFile', search),
  firmware: (id: number) => at('OtaFileEdit', { id }),
  newFirmware: () => at('OtaFileEdit', {}),
  products: () => at('Products', {}),
  /** A product; without a code, a new one. */
  product: (model?: number) => at('ProductEdit', model === undefined ? {} : { model }),
  account: () => at('Account', {}),
  /** The guide of the reader's role, or of `role`; `section`: scrolled to. */
  guide: (section?: GuideSection, role?: GuideRole) => ({ ...at('Guide', role ? { role } : {}), hash: section ?? '' }),
  unsubscribe: () => at('Unsubscribe', {}),
};

export type Destination = ReturnType<(typeof links)[keyof typeof links]>;

/** Link that opens the e-mail program. */
export const mailTo = (address: string): string => `mailto:${address}`;

/** Whether a menu entry leads to a page that exists. */
export const isPage = (path: string): boolean => pageAt(path) !== undefined;
