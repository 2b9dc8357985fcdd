// The areas of texts; each page loads those that pageTable.ts names.
import type access from './catalogues/access/en.json';
import type account from './catalogues/account/en.json';
import type alerts from './catalogues/alerts/en.json';
import type allDevices from './catalogues/allDevices/en.json';
import type audit from './catalogues/audit/en.json';
import type auth from './catalogues/auth/en.json';
import type battery from './catalogues/battery/en.json';
import type bdmPassword from './catalogues/bdmPassword/en.json';
import type benefits from './catalogues/benefits/en.json';
import type dashboard from './catalogues/dashboard/en.json';
import type device from './catalogues/device/en.json';
import type devices from './catalogues/devices/en.json';
import type documentation from './catalogues/documentation/en.json';
import type edit from './catalogues/edit/en.json';
import type emailChange from './catalogues/emailChange/en.json';
import type files from './catalogues/files/en.json';
import type history from './catalogues/history/en.json';
import type inverterSetup from './catalogues/inverterSetup/en.json';
import type join from './catalogues/join/en.json';
import type layout from './catalogues/layout/en.json';
import type limitRule from './catalogues/limitRule/en.json';
import type list from './catalogues/list/en.json';
import type mailChoice from './catalogues/mailChoice/en.json';
import type map from './catalogues/map/en.json';
import type modules from './catalogues/modules/en.json';
import type ota from './catalogues/ota/en.json';
import type palette from './catalogues/palette/en.json';
import type parameters from './catalogues/parameters/en.json';
import type people from './catalogues/people/en.json';
import type places from './catalogues/places/en.json';
import type plant from './catalogues/plant/en.json';
import type power from './catalogues/power/en.json';
import type prices from './catalogues/prices/en.json';
import type products from './catalogues/products/en.json';
import type publicPage from './catalogues/public/en.json';
import type register from './catalogues/register/en.json';
import type report from './catalogues/report/en.json';
import type reportSetting from './catalogues/reportSetting/en.json';
import type reset from './catalogues/reset/en.json';
import type roles from './catalogues/roles/en.json';
import type rollout from './catalogues/rollout/en.json';
import type scan from './catalogues/scan/en.json';
import type secondStep from './catalogues/secondStep/en.json';
import type security from './catalogues/security/en.json';
import type setUp from './catalogues/setUp/en.json';
import type shell from './catalogues/shell/en.json';
import type sites from './catalogues/sites/en.json';
import type snList from './catalogues/snList/en.json';
import type span from './catalogues/span/en.json';
import type start from './catalogues/start/en.json';
import type status from './catalogues/status/en.json';
import type unregistered from './catalogues/unregistered/en.json';
import type unsubscribe from './catalogues/unsubscribe/en.json';
import type upload from './catalogues/upload/en.json';
import type voltage from './catalogues/voltage/en.json';

/** A new area is one line here and a folder of catalogues. */
interface Areas {
  /** What every visitor needs: errors, the rules of forms, the frame around pages. */
  start: typeof start;
  auth: typeof auth;
  status: typeof status;
  /** A forgotten password, asked for and replaced. */
  reset: typeof reset;
  register: typeof register;
  /** What every signed-in page needs. */
  shell: typeof shell;
  list: typeof list;
  sites: typeof sites;
  plant: typeof plant;
  /** Of a plant loaded with its view, or with what its owner is asked; of all plants with their page. */
  alerts: typeof alerts;
  /** The same. */
  history: typeof history;
  /** Files of readings: loaded with them on a plant's and a device's page. */
  files: typeof files;
  /** How the things are worked out that a plant's energy stands for: loaded when one asks. */
  benefits: typeof benefits;
  /** A plant's power and its energy, loaded with either view. */
  power: typeof power;
  /** A plant's report, loaded with its view. */
  report: typeof report;
  /** Of which days: a day, a week ... a range; loaded with a plant's report and its readings. */
  span: typeof span;
  /** Which mails about a plant are sent. */
  reportSetting: typeof reportSetting;
  /** Where the link in a mail leads. */
  mailChoice: typeof mailChoice;
  /** Where the links about another address of an account lead. */
  emailChange: typeof emailChange;
  /** A plant's page for screens. */
  public: typeof publicPage;
  /** Loaded with the checks of set-up, wherever they stand. */
  setUp: typeof setUp;
  /** Of devices, wherever one is spoken of. */
  devices: typeof devices;
  /** The page of one of them. */
  device: typeof device;
  /** The plan of a roof: of a plant's page loaded with its views. */
  layout: typeof layout;
  /** Modules and gateways. */
  modules: typeof modules;
  /** Loaded with a map, wherever one is opened. */
  map: typeof map;
  edit: typeof edit;
  /** Loaded with the camera that reads codes, wherever it is opened. */
  scan: typeof scan;
  /** Whose a plant is and what of it is public: loaded with that part of the page where it is edited. */
  access: typeof access;
  /** A plant's prices, on the page where it is edited. */
  prices: typeof prices;
  /** The list of all of them. */
  allDevices: typeof allDevices;
  unregistered: typeof unregistered;
  bdmPassword: typeof bdmPassword;
  /** Loaded with the settings of a battery. */
  battery: typeof battery;
  /** What is set in devices by command, and what became of it. */
  limitRule: typeof limitRule;
  parameters: typeof parameters;
  /** People and companies. */
  people: typeof people;
  /** An invitation into a company, loaded with its link. */
  join: typeof join;
  /** Between companies of one account: loaded when the account's panel is opened. */
  places: typeof places;
  documentation: typeof documentation;
  ota: typeof ota;
  /** Files that come in piece by piece. */
  upload: typeof upload;
  rollout: typeof rollout;
  products: typeof products;
  inverterSetup: typeof inverterSetup;
  snList: typeof snList;
  account: typeof account;
  /** Roles, their rights, menu entries; and the bar of who looks through a role. */
  roles: typeof roles;
  dashboard: typeof dashboard;
  audit: typeof audit;
  /** What an account signs in with, and its programs: of the same page. */
  security: typeof security;
  /** Loaded when sign-in asks for more than a password, or is done without one. */
  secondStep: typeof secondStep;
  unsubscribe: typeof unsubscribe;
  /** Loaded with the evidence of a device's grid voltage. */
  voltage: typeof voltage;
  /** Loaded with what Ctrl-K opens, whatever the page. */
  palette: typeof palette;
}
export type Area = keyof Areas;
/** All texts in English, from which the keys of `t` are typed. */
export type Texts = typeof start &
  typeof audit &
  typeof dashboard &
  typeof access &
  typeof auth &
  typeof status &
  typeof reset &
  typeof register &
  typeof shell &
  typeof list &
  typeof sites &
  typeof plant &
  typeof alerts &
  typeof history &
  typeof files &
  typeof power &
  typeof benefits &
  typeof report &
  typeof span &
  typeof reportSetting &
  typeof mailChoice &
  typeof emailChange &
  typeof publicPage &
  typeof scan &
  typeof setUp &
  typeof devices &
  typeof device &
  typeof modules &
  typeof layout &
  typeof map &
  typeof allDevices &
  typeof edit &
  typeof prices &
  typeof unregistered &
  typeof bdmPassword &
  typeof battery &
  typeof limitRule &
  typeof parameters &
  typeof people &
  typeof join &
  typeof places &
  typeof documentation &
  typeof ota &
  typeof upload &
  typeof rollout &
  typeof products &
  typeof inverterSetup &
  typeof snList &
  typeof account &
  typeof roles &
  typeof security &
  typeof secondStep &
  typeof unsubscribe &
  typeof voltage &
  typeof palette;
