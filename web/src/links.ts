// Every link of the portal; addresses come from the page table, what they may carry from the routes' searches.
import { PATHS, type PageName, pageAt } from '@heliograph/contract/pages.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';
import type { Searches } from './searches.ts';

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
  privacyPolicy: () => at('PrivacyPolicy', {}),
  forbidden: () => at('Forbidden', {}),
  /** The plant list; `search` holds its filters, order and page. */
  sites: (search: Searches['PvPlant'] = {}) => at('PvPlant', search),
  siteCreate: () => at('PvPlantEdit', {}),
  siteEdit: (sid: string) => at('PvPlantEdit', { sid }),
  siteDetail: (sid: string, view: Omit<Searches['PvPlantDetail'], 'sid'> = {}) => at('PvPlantDetail', { ...view, sid }),
  /** Where its modules lie, to be edited. */
  layout: (sid: string) => at('PvPlantLayout', { sid }),
  reportSetting: (sid: string) => at('ReportSetting', { sid }),
  devices: (search: Searches['Devices'] = {}) => at('Devices', search),
  /** The page of a device's kind. */
  device: ({ sid, sn, kind }: DeviceKey, view: Omit<Searches['ElectricMeter'], 'sid' | 'sn'> = {}) =>
    at(DEVICE_PAGES[kind], { ...view, sid, sn }),
  /** A panel on an input of a device. */
  module: (search: Searches['ModuleDetail']) => at('ModuleDetail', search),
  /** Of all plants. */
  alerts: (search: Searches['Alerts'] = {}) => at('Alerts', search),
  unregistered: (search: Searches['NoRegGatewayList'] = {}) => at('NoRegGatewayList', search),
  bdmPasswords: () => at('GenerateBDMPassword', {}),
  account: () => at('Account', {}),
};

export type Destination = ReturnType<(typeof links)[keyof typeof links]>;

/** Where a mail client opens. */
export const mailTo = (address: string): string => `mailto:${address}`;

/** Whether a menu entry leads to a page that exists. */
export const isPage = (path: string): boolean => pageAt(path) !== undefined;
