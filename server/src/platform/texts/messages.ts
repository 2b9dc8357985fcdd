// The type of the server's catalogues: the keys of English (en.json), and a text for each word of the contract. {names} are placeholders.
import type { HistoryFileFailure } from '@heliograph/contract/entities/historyFiles.ts';
import type { ErrorName } from '@heliograph/contract/errors.ts';
import type { EventCode, SetUpEvent } from '@heliograph/contract/events.ts';
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
  /** `ago` phrases; {count} is an integer. */
  ages: English['ages'];
  noAlert: string;
  /** Title and explanation of each error bit. */
  errors: Record<ErrorCode, { title: string; explanation: string }>;
  /** Kinds of devices, within a sentence. */
  kinds: Record<ReportKind, string>;
  /** Names of flows. */
  flows: Record<Flow, string>;
  /** Titles of events that are not error bits, without placeholders of single events. */
  eventCodes: Record<Exclude<EventCode, ErrorCode>, string>;
  /** `never`: explanation of a device that has never reported. */
  silence: English['silence'];
  /** Findings of set-up checks: what is wrong, and which figures it makes wrong. */
  setUpEvents: Record<SetUpEvent, { title: string; explanation: string }>;
  /** {from} and {to} are versions. */
  firmware: English['firmware'];
  restart: English['restart'];
  /**
   * A device announced by the gateway of another plant: an event of its own plant, and of the gateway's (`ofGateway`), whose
   * event also names devices refused for other reasons, `refused` if there are only those. {children} are serial numbers.
   */
  refusedChild: English['refusedChild'];
  voltageCurtailment: English['voltageCurtailment'];
  powerLimit: English['powerLimit'];
  /** Findings about modules with cause and advice: {input} is the module's, {less} percent, {other} a serial number. */
  findings: {
    title: Record<FindingKind | 'swappedInput', string>;
    causes: Record<FindingCause, string>;
    /** For more than three modules at once. */
    several: Record<FindingKind, string>;
  };
  /** Grid voltage in CSV and PDF: column heads of ten-minute means, to which phases are appended. */
  voltage: English['voltage'];
  /** Sources of frames: {sn} is a serial number, {usual} and {other} are addresses, which guests do not see. */
  sources: English['sources'];
  /** Two devices sign in with one number, {sn}. */
  twoAsOne: English['twoAsOne'];
  /** Built-in roles by code. */
  roles: English['roles'];
  /** Reasons why an export failed. */
  files: Record<HistoryFileFailure, string>;
  /** Names in Home Assistant (integrations/homeAssistant/discovery.ts). */
  feed: English['feed'];
  weather: Record<Weather, string>;
  /** Texts of e-mails; {brand} is the portal's name. */
  mails: English['mails'];
  /** Push messages. */
  push: English['push'];
  /** Column heads and sheets of a file of serial numbers. */
  numbers: English['numbers'];
  /** A plant's report as a file. */
  report: English['report'];
  /** Column heads of samples, to which units are appended; {zone} is the plant's, {n} the number of an input or string, or a phase ("L1", "L1–L2"). */
  history: {
    time: string;
    localTime: string;
    sn: string;
    status: string;
    damaged: string;
    quantities: Record<Exclude<QuantityName, NumberedQuantity> | PlainQuantity<NumberedQuantity>, string>;
  };
}

export type MailWord = WithoutForm<keyof English['mails']>;
/** Keys of texts with plural forms are without the form. */
export type WithoutForm<Key extends string> = Key extends `${infer Plain}_${'one' | 'other'}` ? Plain : Key;

export type VoltageWord = keyof English['voltage'];
export type ReportWord = WithoutForm<keyof English['report']>;

type NumberedQuantity = Extract<QuantityName, `${'input' | 'string' | 'l'}${number}${string}`>;

/** A quantity of inputs, strings or phases without its number; phase-to-phase quantities count as phases. */
export type PlainQuantity<Name extends string> = Name extends `${'input' | 'string' | 'l'}${infer Numbered}`
  ? Name extends `l${string}`
    ? `phase${Plain<Numbered>}`
    : Name extends `input${string}`
      ? `input${Plain<Numbered>}`
      : `string${Plain<Numbered>}`
  : Name;

type Plain<Numbered extends string> = Numbered extends `${Digit}${infer Rest}` ? Plain<Rest> : Numbered;
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
