// Answers of calls as a server would give them, for tests of pages: each whole and plausible, with what a test changes of it.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Problem, ProblemInRow } from '@heliograph/contract/entities/problem.ts';
import { readPortal } from '../src/brand/portal.ts';

export const portalOf = (change: Partial<Response<'common/portal'>> = {}): Response<'common/portal'> => ({
  brandId: 0,
  brand: readPortal(null).brand,
  maintenance: false,
  version: '',
  apiBase: '',
  mapTiles: null,
  asksGeocoder: false,
  asksWeather: false,
  asksStolenPasswords: false,
  sendsMail: true,
  openRegistration: false,
  demo: null,
  ...change,
});

export type SiteRow = Response<'site/listWithSN'>['list'][number];

/** A plant of the list, online by day, with 2 of 2 devices reporting. */
export const siteRow = (change: Partial<SiteRow> = {}): SiteRow => ({
  sid: 'DE_20260101_aaaaaa',
  siteName: 'Mill Lane',
  country: 'DE',
  countryName: 'Germany',
  stateName: '',
  city: 'Ulm',
  street: 'Mill Lane 3',
  userEmail: 'olga@example.com',
  installerEmail: 'rosa@example.com',
  installerName: 'Solar Nord',
  ownerName: '',
  ownerPhone: '',
  soc: null,
  week: [],
  registerDate: '2026-01-01',
  registerDateIso: '2026-01-01T09:00:00+01:00',
  isCommission: true,
  commissionDate: '2026-01-02',
  commissionDateIso: '2026-01-02T00:00:00+01:00',
  job: null,
  jobs: 0,
  problem: null,
  problems: 0,
  currency: 'EUR',
  snCount: 2,
  sn: [],
  deviceNames: ['Roof', 'Barn'],
  status: 0,
  statusTitle: 'Online',
  logo: '',
  alertCode: '0000',
  alertTitle: 'OK',
  alertDescription: '',
  timezone: 'Europe/Berlin',
  powerMax: 10_000,
  reporting: 2,
  isNight: false,
  isAsleep: false,
  waitsFor: null,
  now: 4200,
  todayPower: 12.5,
  totalPower: 8400,
  nowUnit: 'W',
  todayPowerUnit: 'kWh',
  totalPowerUnit: 'kWh',
  staleAfterS: 900,
  rights: { update: true, delete: true, addDevices: true, removeDevices: true },
  ...lastData(60),
  ...change,
});

/** A dead module on input 2 of inverter A1000001, which costs 6.3 kWh a week. */
export const problemInRow = (change: Partial<ProblemInRow> = {}): ProblemInRow => ({
  sn: 'A1000001',
  code: 'deadModule',
  startMs: Date.parse('2026-06-01T08:00:00+02:00'),
  level: 'fault',
  title: 'Module on input 2 produces nothing',
  devices: 1,
  modules: 1,
  weekKwh: 6.3,
  weekMoney: '2.14',
  ...change,
});

/** The same as the overview has it. */
export const openProblem = (change: Partial<Problem> = {}): Problem => ({
  ...problemInRow(),
  alias: '',
  concerns: [{ sn: 'A1000001', input: 2 }],
  input: 2,
  desc: '',
  sinceIso: '2026-06-01T08:00:00+02:00',
  state: 'open',
  note: '',
  acknowledgedBy: '',
  acknowledgedIso: null,
  assigned: null,
  isCounted: true,
  actor: 'electrician',
  doubtful: [],
  costs: true,
  lostKwh: 0.9,
  lostMoney: '0.31',
  basis: 'modules',
  ...change,
});

/** Last data so many seconds ago. */
export function lastData(agoS: number) {
  const at = new Date(Date.now() - agoS * 1000).toISOString();
  const lastUpdate = at.slice(0, 19).replace('T', ' ');
  return {
    lastUpdate,
    lastUpdateTime: Math.floor(Date.parse(at) / 1000),
    lastUpdateCal: lastUpdate,
    lastUpdateIso: at,
  };
}

export const siteCounts = (
  change: Partial<Response<'overview/siteStatusCounts'>> = {},
): Response<'overview/siteStatusCounts'> => ({
  siteCount: 0,
  statusMap: {},
  asleep: 0,
  totals: { siteCount: 0, powerMax: 0, now: null, todayPower: null, totalPower: null },
  ...change,
});

const known = { source: 'counted', completeness: 1 } as const;
const idle = { power: '', powerUnit: 'W', direction: 0, show: false, rate: '', showPower: false, ageS: null } as const;

type Overview = Response<'site/overview'>;

/** A device of a plant's overview: an inverter, online, giving 2,100 W. */
export const siteDevice = (change: Partial<Overview['deviceList'][number]> = {}): Overview['deviceList'][number] => ({
  sid: SID,
  sn: 'A1000001',
  alias: 'Roof',
  model: 5,
  modelName: 'HG-S5',
  status: 0,
  statusTitle: 'Online',
  isAsleep: false,
  alertCode: '0000',
  alertTitle: 'OK',
  alertDescription: '',
  pageType: 1,
  kind: 'inverter',
  version: '12',
  now: '2100',
  nowOf: 'production',
  today: '6.25',
  todayFlows: [],
  nowUnit: 'W',
  todayUnit: 'kWh',
  expectedUploadS: 300,
  problem: null,
  spark: [0, 900, 2100],
  ...lastData(60),
  ...change,
});

export const SID = 'DE_20260101_aaaaaa';

/** A plant of 10 kWp by day, online, with one inverter, a price, and no meter. */
export const overview = (change: Partial<Overview> = {}): Overview => ({
  sid: SID,
  siteName: 'Mill Lane',
  timezone: 'Europe/Berlin',
  status: 0,
  statusTitle: 'Online',
  isAsleep: false,
  waitsFor: null,
  createdAt: '2026-01-01 09:00:00',
  createdAtIso: '2026-01-01T09:00:00+01:00',
  balance: null,
  problems: [],
  doubtful: [],
  statisticsProduction: {
    today: '12.5',
    yesterday: '31',
    month: '640',
    year: '5210',
    total: '8400',
    totalNow: '4200',
    todayUnit: 'kWh',
    yesterdayUnit: 'kWh',
    monthUnit: 'kWh',
    yearUnit: 'kWh',
    totalUnit: 'kWh',
    totalNowUnit: 'W',
    todayMoney: '4.25',
    yesterdayMoney: '10.54',
    monthMoney: '217.6',
    yearMoney: '1771.4',
    totalMoney: '2856',
    totalMoneyUnit: 'EUR',
    moneyBasis: 'electricityPrice',
  },
  benefit: {
    co2: '3360',
    co2Unit: 'kg',
    tree: '155',
    treeUnit: 'Trees',
    car: '16800',
    carUnit: 'km',
    light: '140000',
    lightUnit: 'H',
    oil: '4.9',
    oilUnit: 'BBL',
  },
  energy: {
    PVPanel: { ...idle, power: '4200', direction: 1, show: true, rate: '42', showPower: true, ageS: 60, isOld: false },
    home: { ...idle, isOld: false },
    grid: { ...idle, isOld: false },
    battery: { ...idle, isOld: false },
    gen: { ...idle, isOld: false },
  },
  deviceList: [siteDevice()],
  alert: { code: '0000', title: 'OK', desc: '' },
  worth: { price: 0.34, feedInPrice: null, ownUseShare: null, perKwh: 0.34 },
  worthBasis: null,
  sourceEvents: [],
  max_power: 7300,
  peak: { powerW: 7300, atIso: '2026-06-10T12:40:00+02:00' },
  record: { day: '2026-05-30', energy: 62.4 },
  recordPeak: null,
  components: [],
  powerMax: 10_000,
  reporting: 1,
  deviceCount: 1,
  isNight: false,
  sunriseIso: null,
  expectedUploadS: 300,
  jobs: [],
  updates: 0,
  provenance: { today: known, yesterday: known, month: known, year: known, total: known },
  ...lastData(60),
  ...change,
});

/** All of it may be changed; without what a test does not look at. */
export const siteDetail = (change: Partial<Response<'site/detail'>> = {}): Response<'site/detail'> => ({
  sid: SID,
  siteName: 'Mill Lane',
  countryCode: 'DE',
  countryName: 'Germany',
  stateCode: '',
  stateName: '',
  city: 'Ulm',
  street: 'Mill Lane 3',
  zipCode: '89073',
  timezone: 'Europe/Berlin',
  timezoneFits: true,
  sunNoon: '13:20',
  latitude: 48.4,
  longitude: 9.98,
  logo: '',
  logoFullPath: '',
  pictures: [],
  commission: true,
  registerDate: '2026-01-01',
  registerDateIso: '2026-01-01T09:00:00+01:00',
  commissionDate: '2026-01-02',
  commissionDay: '2026-01-02',
  currency: 'EUR',
  electricityPrice: 0.34,
  feedInPrice: null,
  ownUseShare: null,
  priceKind: 'flat',
  temperatureUnit: 'Celsius',
  shownTemperatureUnit: 'Celsius',
  remark: '',
  pvRemark: '',
  batteryRemark: '',
  pvBrand: '',
  pvModel: '',
  batteryBrand: '',
  batteryModel: '',
  userEmail: 'olga@example.com',
  installerEmail: 'rosa@example.com',
  shareWith: [],
  allowedSources: [],
  usualSources: [],
  newerSources: [],
  powerMax: 10_000,
  systemSize: null,
  controlLimit: null,
  companyId: 3,
  companyName: 'Solar Nord',
  ownershipType: 0,
  systemType: 0,
  connectionType: 0,
  model: '',
  panelType: '',
  powerRating: '',
  sn: ['A1000001'],
  projectReferenceId: '',
  version: 1,
  mayNameOwner: true,
  battery: null,
  rights: { update: true, delete: true, addDevices: true, removeDevices: true },
  ...change,
});

type SiteChart = Response<'site/statistics/echarts'>;

/** A chart of production: its slots by their start, and a value of each. */
export function siteChart(
  unit: 'W' | 'kWh',
  slots: Readonly<Record<string, number | null>>,
  change: Partial<SiteChart> = {},
): SiteChart {
  const data = Object.values(slots);
  return {
    legend: ['Production'],
    xAxisData: Object.keys(slots),
    xAxisIso: Object.keys(slots),
    series: [{ name: 'Production', unit, data, stack: '' }],
    bands: [],
    finestMin: unit === 'W' ? 5 : null,
    provenance: unit === 'W' ? [] : data.map((kWh) => (kWh === null ? { source: 'none', completeness: 0 } : known)),
    expected: null,
    flowProvenance: [],
    money: [],
    yearBefore: null,
    sun: { rise: null, set: null },
    peak: null,
    ...change,
  };
}

/** Sums of a period: 640 kWh, all of it counted. */
export const siteSums = (change: Partial<Response<'site/statistics/date'>> = {}): Response<'site/statistics/date'> => ({
  power: '640',
  consumption: '',
  economic: '217.6',
  powerUnit: 'kWh',
  consumptionUnit: 'kWh',
  economicUnit: 'EUR',
  worthBasis: null,
  provenance: known,
  money: null,
  negativePrices: null,
  balance: null,
  doubtful: [],
  ...change,
});

type Layout = Response<'site/layoutInfo'>;

/** A module of a roof, on an input of inverter A1000001. */
export const roofModule = (input: number, change: Partial<Layout['modules'][number]> = {}) => ({
  sn: 'A1000001',
  input,
  plcSN: `A1000001_${input}`,
  label: '',
  alias: 'Roof',
  tilt: 30,
  azimuth: 180,
  orientation: 'portrait' as const,
  now: 200 + input,
  todayKwh: 1 + input / 10,
  monthKwh: 30 + input,
  lifetimeKwh: 900 + input,
  undividedKwh: 0,
  fault: '',
  problems: [],
  ...change,
});

/** One zone that faces south with these modules in a row. */
export const roof = (modules: Layout['modules'], change: Partial<Layout> = {}): Layout => ({
  sid: SID,
  siteName: 'Mill Lane',
  layoutPic: '',
  layoutScale: 0.02,
  photo: null,
  version: 3,
  changedBy: 'Rosa',
  changedIso: '2026-05-01T10:00:00+02:00',
  changeable: true,
  isProposal: false,
  modules,
  scaleW: 400,
  isDark: false,
  zones: [
    {
      id: 1,
      name: 'South roof',
      x: 0,
      y: 0,
      rotation: 0,
      tilt: 30,
      azimuth: 180,
      orientation: 'portrait',
      rows: 1,
      columns: modules.length,
      modules: modules.map(({ sn, input }, n) => ({ sn, input, row: 1, column: n + 1 })),
    },
  ],
  ...change,
});

type Alert = Response<'device/alerts'>['list'][number];

/** A fault of inverter A1000001 that goes on since two hours and nobody knows of. */
export const alert = (change: Partial<Alert> = {}): Alert => ({
  sid: SID,
  siteName: 'Mill Lane',
  timezone: 'Europe/Berlin',
  sn: 'A1000001',
  alias: 'Roof',
  modelName: 'HG-S5',
  documentedProduct: '',
  code: '0004',
  level: 'fault',
  sign: 'begins',
  title: 'Grid voltage too high',
  desc: 'Above 253 V.',
  startMs: 1_780_000_000_000,
  startTime: '2026-05-28 22:26:40',
  startIso: '2026-05-28T22:26:40+02:00',
  endTime: '',
  endIso: null,
  durationS: 7200,
  state: 'open',
  note: '',
  acknowledgedBy: '',
  acknowledgedIso: null,
  mayAcknowledge: true,
  ...change,
});

/** Of these alerts; `open` counts those that nobody knows of. */
export const alerts = (list: Alert[], change: Partial<Response<'device/alerts'>> = {}): Response<'device/alerts'> => ({
  list,
  total: list.length,
  open: list.filter(({ state }) => state === 'open').length,
  mayAcknowledge: true,
  ...change,
});

export type ProblemRow = Response<'problem/list'>['list'][number];

/** An inverter of Mill Lane that no longer reports, which loses 11.2 kWh and EUR 3.36 a week. */
export const problemRow = (change: Partial<ProblemRow> = {}): ProblemRow => ({
  sid: SID,
  siteName: 'Mill Lane',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  siteProblems: 1,
  siteWeekKwh: 11.2,
  siteWeekMoney: '3.36',
  isPlaced: false,
  documentedProduct: '',
  ownerName: 'Olga Kern',
  ownerPhone: '+49 7531 12-3',
  ownerEmail: 'olga@example.com',
  mayAcknowledge: true,
  sn: 'A1000001',
  alias: 'Roof',
  code: 'silence',
  startMs: 1_780_000_000_000,
  level: 'fault',
  title: 'No data',
  desc: 'Check its power supply.',
  devices: 1,
  modules: 0,
  concerns: [{ sn: 'A1000001', input: null }],
  input: null,
  sinceIso: '2026-05-28T22:26:40+02:00',
  state: 'open',
  note: '',
  acknowledgedBy: '',
  acknowledgedIso: null,
  assigned: null,
  isCounted: true,
  actor: 'owner',
  doubtful: [],
  costs: true,
  weekKwh: 11.2,
  weekMoney: '3.36',
  lostKwh: 22.4,
  lostMoney: '6.72',
  basis: 'neighbours',
  ...change,
});

export const problemSummary = (change: Partial<Response<'problem/summary'>> = {}): Response<'problem/summary'> => ({
  faults: 0,
  warnings: 0,
  acknowledged: 0,
  plants: 0,
  weekKwh: null,
  weekMoney: '',
  currency: '',
  unknown: 0,
  worst: [],
  ...change,
});

type Person = Response<'user/list'>['list'][number];

/** Somebody who works as an installer in the company Solar Nord and may be changed. */
export const person = (change: Partial<Person> = {}): Person => ({
  uid: 21,
  invitationId: 0,
  email: 'iris@example.com',
  contactPerson: 'Iris Ott',
  contactNumber: '',
  countryCode: 'DE',
  countryName: 'Germany',
  StateCode: '',
  city: 'Ulm',
  street: '',
  companyId: 3,
  companyName: 'Solar Nord',
  groupId: 5,
  groupName: 'Installer',
  isCompanyOwner: false,
  state: 'active',
  frozenReason: '',
  createdIso: '2026-01-01T09:00:00Z',
  invitedUntilIso: null,
  rights: { change: true },
  ...change,
});

/** The same with what its dialog shows besides. */
export const personDetail = (change: Partial<Response<'user/detail'>> = {}): Response<'user/detail'> => ({
  ...person(),
  places: [],
  ownPlants: 0,
  installerPlants: 2,
  isLastPlace: true,
  mayChangeProfile: true,
  mayChangeOwner: false,
  ...change,
});

type Role = Response<'auth/role/list'>['list'][number];

/** An own role of the company Solar Nord that the reader may change. */
export const role = (change: Partial<Role> = {}): Role => ({
  id: 40,
  code: '',
  name: 'Night shift',
  scope: 'branch',
  companyId: 3,
  companyName: 'Solar Nord',
  users: 2,
  closedIso: null,
  needsSecondFactor: false,
  version: 4,
  menus: [1, 3],
  rights: { update: true, distribute: true },
  ...change,
});

type Entry = Response<'auth/menu/list'>['list'][number];

/** A menu entry: a page unless said. */
export const menuEntry = (change: Partial<Entry> & Pick<Entry, 'id' | 'name'>): Entry => ({
  parentId: 0,
  mode: 1,
  title: change.name,
  titleLocale: `menu.${change.name}`,
  icon: '',
  path: `/${change.name}`,
  params: '',
  isOwn: false,
  version: 1,
  roles: 1,
  ...change,
});

const noAc = { voltage: null, voltageUnit: 'V', current: null, currentUnit: 'A', powerUnit: 'W' } as const;

/** Inverter A1000001 by day: online and live. */
export const device = (change: Partial<Response<'device/detail'>> = {}): Response<'device/detail'> => ({
  sid: SID,
  sn: 'A1000001',
  status: 0,
  statusTitle: 'Online',
  isAsleep: false,
  alertCode: '0000',
  alertTitle: 'OK',
  alertDescription: '',
  model: 5,
  modelName: 'HG-S5',
  kind: 'inverter',
  createdAt: '',
  createdAtIso: '2026-01-01T09:00:00+01:00',
  siteName: 'Mill Lane',
  country: 'DE',
  countryName: 'Germany',
  stateName: '',
  city: 'Ulm',
  street: '',
  userEmail: '',
  installerEmail: '',
  commissionDate: '',
  now: 2100,
  nowUnit: 'W',
  nowOf: 'production',
  isLive: true,
  staleAfterS: 900,
  todayPower: 6.25,
  totalPower: 4200,
  todayPowerUnit: 'kWh',
  totalPowerUnit: 'kWh',
  batterySoc: null,
  WIFIVersion: '',
  CPUVersion: '12',
  RAMVersion: '',
  alias: 'Roof',
  gatewaySn: '',
  signsIn: true,
  timezone: 'Europe/Berlin',
  inputs: 2,
  ratedPower: 5000,
  sitePowerMax: 10_000,
  stringNumber: null,
  tilt: 30,
  azimuth: 180,
  meterType: null,
  orientation: null,
  replaces: '',
  carriedOver: 0,
  mode: '',
  rejectedValues: [],
  values: [],
  ...lastData(60),
  ...change,
});

/** What it does now on two inputs, the second at half of the first. */
export const strings = (change: Partial<Response<'device/strings'>> = {}): Response<'device/strings'> => ({
  sid: SID,
  sn: 'A1000001',
  alias: 'Roof',
  modelName: 'HG-S5',
  timezone: 'Europe/Berlin',
  status: 0,
  statusTitle: 'Online',
  alertCode: '0000',
  alertTitle: 'OK',
  alertDescription: '',
  isLive: true,
  staleAfterS: 900,
  temperature: 41.5,
  temperatureUnit: '°C',
  insulation: 2_500_000,
  insulationUnit: 'Ω',
  ac: {
    ...noAc,
    power: 2100,
    frequency: 50.01,
    frequencyUnit: 'Hz',
    reactivePower: null,
    reactivePowerUnit: 'var',
    powerFactor: null,
    phases: [],
    lineVoltages: [],
  },
  inputs: [1, 2].map((input) => ({
    ...noAc,
    input,
    voltage: 400,
    current: 3.5 / input,
    power: 1400 / input,
    todayPower: null,
    todayPowerUnit: 'kWh',
    median: 1400,
    share: 1 / input,
  })),
  strings: [],
  compared: { tilt: 30, azimuth: 180, devices: 3, inputs: 6, strings: 0 },
  ...lastData(60),
  ...change,
});

/** What it has made: 6.25 kWh today, 4,200 in all. */
export function deviceSums(): Response<'device/statistics/overview'> {
  const { statisticsProduction, benefit, energy } = overview();
  return {
    maxNow: 3100,
    totalNow: 2100,
    totalNowUnit: 'W',
    currency_unit: 'EUR',
    local_electric_price: 0.34,
    production: { ...statisticsProduction, today: '6.25', month: '320', year: '2605', total: '4200' },
    environmentalBenefit: benefit,
    status: 0,
    statusTitle: 'Online',
    alertCode: '0000',
    alertTitle: 'OK',
    alertDescription: '',
    isConsumption: false,
    energy,
    carriedOver: 0,
    provenance: { today: known, month: known, year: known, total: known },
    ...lastData(60),
  };
}

/** Of a device's chart: its slots by their start, and a value of each. */
export function deviceChart(unit: 'W' | 'kWh', slots: Readonly<Record<string, number | null>>) {
  const { flowProvenance: _, money: __, yearBefore: ___, ...chart } = siteChart(unit, slots);
  return chart;
}
