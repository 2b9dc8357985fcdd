// What every catalogue of the server's words must hold: what English has (en.json), and a text for each word of the contract; {names} are filled in.
import type { HistoryFileFailure } from '@heliograph/contract/entities/historyFiles.ts';
import type { ErrorName } from '@heliograph/contract/errors.ts';
import type { EventCode } from '@heliograph/contract/events.ts';
import type { Flow } from '@heliograph/contract/flows.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { FindingCause, FindingKind } from '@heliograph/contract/moduleFindings.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';
import type { ErrorCode, SiteStatus } from '@heliograph/contract/statuses.ts';
import type { Weather } from '@heliograph/contract/weather.ts';
import type en from './en.json';

type English = typeof en;

export interface Messages {
  success: string;
  refusals: Record<ErrorName, string>;
  status: Record<SiteStatus, string>;
  /** `ago` phrases; {n} is a whole number. */
  ages: English['ages'];
  noAlert: string;
  /** Title and explanation of each error bit. */
  errors: Record<ErrorCode, { title: string; explanation: string }>;
  /** Kinds of devices, within a sentence. */
  kinds: Record<ReportKind, string>;
  /** Names of flows. */
  flows: Record<Flow, string>;
  /** What events are called that are no error bits, without what a single one names. */
  eventCodes: Record<Exclude<EventCode, ErrorCode>, string>;
  silence: English['silence'];
  /** {from} and {to} are versions. */
  firmware: English['firmware'];
  restart: English['restart'];
  /**
   * A device announced by the gateway of another plant: told to its own plant, and to that of the gateway (`ofGateway`), whose
   * event also names those that are refused for another reason, `refused` where there are only such. {children} are numbers.
   */
  refusedChild: English['refusedChild'];
  /** What is found of modules: {input} is the module's, {less} per cent, {other} a number; and why, with what to do. */
  findings: {
    title: Record<FindingKind | 'swappedInput', string>;
    causes: Record<FindingCause, string>;
    /** Of more than three modules at once. */
    several: Record<FindingKind, string>;
  };
  /** Voltage of the grid, as CSV and on paper: heads of ten-minute means, behind which phases are added. */
  voltage: English['voltage'];
  /** Where frames come from: {sn}, {usual} and {other} are a number and addresses; a guest is told no address. */
  sources: English['sources'];
  /** Two devices sign in with one number, {sn}. */
  twoAsOne: English['twoAsOne'];
  /** The portal's own roles by their code. */
  roles: English['roles'];
  /** Why a file of samples was not made. */
  files: Record<HistoryFileFailure, string>;
  /** Names of what Home Assistant shows (integrations/homeAssistant/discovery.ts). */
  feed: English['feed'];
  weather: Record<Weather, string>;
  /** What mails say; {brand} is the portal's name. */
  mails: English['mails'];
  /** Notices that browsers show. */
  push: English['push'];
  /** Heads and sheets of a file of serial numbers. */
  numbers: English['numbers'];
  /** A plant's report as a file. */
  report: English['report'];
  /** Heads of a table of samples, units are added; {zone} is the plant's, {n} the number of an input or a string, or a phase ("L1", "L1–L2"). */
  history: {
    time: string;
    localTime: string;
    status: string;
    damaged: string;
    quantities: Record<Exclude<QuantityName, NumberedQuantity> | PlainQuantity<NumberedQuantity>, string>;
  };
}

export type MailWord = keyof English['mails'];
export type VoltageWord = keyof English['voltage'];
export type ReportWord = keyof English['report'];

type NumberedQuantity = Extract<QuantityName, `${'input' | 'string' | 'l'}${number}${string}`>;

/** A quantity of each input, string or phase, without its number; what lies between two phases is a phase's here. */
export type PlainQuantity<Name extends string> = Name extends `${'input' | 'string' | 'l'}${infer Numbered}`
  ? Name extends `l${string}`
    ? `phase${Plain<Numbered>}`
    : Name extends `input${string}`
      ? `input${Plain<Numbered>}`
      : `string${Plain<Numbered>}`
  : Name;

type Plain<Numbered extends string> = Numbered extends `${Digit}${infer Rest}` ? Plain<Rest> : Numbered;
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
