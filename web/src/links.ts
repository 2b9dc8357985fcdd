// Every link of the portal; addresses come from the page table, what they may carry from the routes' searches.
import { PATHS, type PageName, pageAt } from '@heliograph/contract/pages.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';
import type { Searches } from './pageTable.ts';

/** What `<Link {...links.siteDetail(sid)}>` and `navigate(...)` take. */
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
  /** Where it is shared: the field has the focus. */
  siteShare: (sid: string) => at('PvPlantEdit', { sid, at: 'shareWith' }),
  siteDetail: (sid: string, view: Omit<Searches['PvPlantDetail'], 'sid'> = {}) => at('PvPlantDetail', { ...view, sid }),
  /** Where its modules lie, to be edited. */
  layout: (sid: string) => at('PvPlantLayout', { sid }),
  reportSetting: (sid: string) => at('ReportSetting', { sid }),
  /** What is set in its devices by command. */
  parameterSetting: (sid: string, sn?: string) => at('ParameterSetting', sn === undefined ? { sid } : { sid, sn }),
  devices: (search: Searches['Devices'] = {}) => at('Devices', search),
  /** Of all plants. */
  panels: (search: Searches['Panels'] = {}) => at('Panels', search),
  /** The page of a device's kind. */
  device: ({ sid, sn, kind }: DeviceKey, view: Omit<Searches['ElectricMeter'], 'sid' | 'sn'> = {}) =>
    at(DEVICE_PAGES[kind], { ...view, sid, sn }),
  /** A panel on an input of a device. */
  module: (search: Searches['ModuleDetail']) => at('ModuleDetail', search),
  /** Of all plants. */
  alerts: (search: Searches['Alerts'] = {}) => at('Alerts', search),
  unregistered: (search: Searches['NoRegGatewayList'] = {}) => at('NoRegGatewayList', search),
  bdmPasswords: () => at('GenerateBDMPassword', {}),
  users: (search: Searches['Users'] = {}) => at('Users', search),
  companies: (search: Searches['Companies'] = {}) => at('Companies', search),
  roles: (search: Searches['RolesPermission'] = {}) => at('RolesPermission', search),
  groupAccess: (search: Searches['GroupAccess'] = {}) => at('GroupAccess', search),
  audit: (search: Searches['AuditLog'] = {}) => at('AuditLog', search),
  /** The same values for many devices of a product. */
  inverterConfiguration: (search: Searches['InverterConfiguration'] = {}) => at('InverterConfiguration', search),
  snList: (search: Searches['SnList'] = {}) => at('SnList', search),
  documentation: (search: Searches['Documentation'] = {}) => at('Documentation', search),
  document: (id: number) => at('DocumentationEdit', { id }),
  newDocument: (search: Omit<Searches['DocumentationEdit'], 'id'> = {}) => at('DocumentationEdit', search),
  firmwares: (search: Searches['OtaFile'] = {}) => at('OtaFile', search),
  firmware: (id: number) => at('OtaFileEdit', { id }),
  newFirmware: () => at('OtaFileEdit', {}),
  products: () => at('Products', {}),
  /** One of them; a new one without its code. */
  product: (model?: number) => at('ProductEdit', model === undefined ? {} : { model }),
  account: () => at('Account', {}),
  unsubscribe: () => at('Unsubscribe', {}),
};

export type Destination = ReturnType<(typeof links)[keyof typeof links]>;

/** Where a mail client opens. */
export const mailTo = (address: string): string => `mailto:${address}`;

/** Whether a menu entry leads to a page that exists. */
export const isPage = (path: string): boolean => pageAt(path) !== undefined;
