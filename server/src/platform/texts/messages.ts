// What every catalogue of the server's words must hold; {names} are filled in.
import type { HistoryFileFailure } from '@heliograph/contract/entities/historyFiles.ts';
import type { RefusalWord } from '@heliograph/contract/errors.ts';
import type { EventCode } from '@heliograph/contract/events.ts';
import type { Flow } from '@heliograph/contract/flows.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { FindingCause, FindingKind } from '@heliograph/contract/moduleFindings.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';
import type { ErrorCode, SiteStatus } from '@heliograph/contract/statuses.ts';
import type { Weather } from '@heliograph/contract/weather.ts';

export interface Messages {
  success: string;
  refusals: Record<RefusalWord, string>;
  status: Record<SiteStatus, string>;
  /** `ago` phrases; {n} is a whole number. */
  ages: {
    justNow: string;
    minute: string;
    minutes: string;
    hour: string;
    hours: string;
    day: string;
    days: string;
    never: string;
  };
  noAlert: string;
  /** Title and explanation of each error bit. */
  errors: Record<ErrorCode, { title: string; explanation: string }>;
  /** Kinds of devices, within a sentence. */
  kinds: Record<ReportKind, string>;
  /** Names of flows. */
  flows: Record<Flow, string>;
  /** What events are called that are no error bits, without what a single one names. */
  eventCodes: Record<Exclude<EventCode, ErrorCode>, string>;
  silence: { title: string; explanation: string };
  /** {from} and {to} are versions. */
  firmware: { title: string; explanation: string };
  restart: { title: string; explanation: string };
  /**
   * A device announced by the gateway of another plant: told to its own plant, and to that of the gateway (`ofGateway`), whose
   * event also names those that are refused for another reason, `refused` where there are only such. {children} are numbers.
   */
  refusedChild: Record<'title' | 'explanation' | 'ofGateway' | 'refused' | 'restricted' | 'full', string>;
  /** What is found of modules: {input} is the module's, {less} per cent, {other} a number; and why, with what to do. */
  findings: {
    title: Record<FindingKind | 'swappedInput', string>;
    causes: Record<FindingCause, string>;
    /** Of more than three modules at once. */
    several: Record<FindingKind, string>;
  };
  /** Heads of a file of ten-minute means; phases stand behind. */
  /** Of the grid, as CSV and on paper. */
  voltage: Record<VoltageWord, string>;
  /** Where frames come from: {sn}, {usual} and {other} are a number and addresses; a guest is told no address. */
  sources: Record<'secondSource' | 'foreignSource', { title: string; explanation: string }> & { guest: string };
  /** Two devices sign in with one number, {sn}. */
  twoAsOne: Record<'title' | 'explanation', string>;
  /** The portal's own roles by their code. */
  roles: Record<'administrator' | 'manager' | 'distributor' | 'dealer' | 'installer' | 'owner', string>;
  /** Why a file of samples was not made. */
  files: Record<HistoryFileFailure, string>;
  /** Names of what Home Assistant shows (integrations/homeAssistant/discovery.ts). */
  feed: Record<
    | 'production'
    | 'home'
    | 'grid'
    | 'battery'
    | 'generator'
    | 'soc'
    | 'today'
    | 'total'
    | 'today_fromGrid'
    | 'today_toGrid'
    | 'today_charge'
    | 'today_discharge'
    | 'today_home'
    | 'problem'
    | 'status'
    | 'updated'
    | 'power'
    | 'live',
    string
  >;
  weather: Record<Weather, string>;
  /** Heads of a table of samples, units are added; {zone} is the plant's, {n} the number of an input or a string, or a phase ("L1", "L1–L2"). */
  /** What mails say; {brand} is the portal's name. */
  mails: Record<MailWord, string>;
  /** Notices that browsers show. */
  push: Record<'title' | 'test' | 'plantOffline' | 'updateAsked', string>;
  /** Heads and sheets of a file of serial numbers. */
  numbers: Record<'numbers' | 'products' | 'sn' | 'product' | 'model', string>;
  /** A plant's report as a file. */
  report: Record<ReportWord, string>;
  history: {
    time: string;
    localTime: string;
    status: string;
    damaged: string;
    quantities: Record<Exclude<QuantityName, NumberedQuantity> | PlainQuantity<NumberedQuantity>, string>;
  };
}

export type MailWord =
  | 'open'
  | 'why'
  | 'stop'
  | 'report'
  | 'reportTitle'
  | 'attached'
  | 'running'
  | 'confirmSubject'
  | 'confirmTitle'
  | 'confirmText'
  | 'confirmLink'
  | 'alertsSubject_one'
  | 'alertsSubject_other'
  | 'alertsTitle'
  | 'foundSubject_one'
  | 'foundSubject_other'
  | 'foundTitle'
  | 'foundText'
  | 'foundWhy'
  | 'since'
  | 'lasted'
  | 'more'
  | 'invitationSubject'
  | 'invitationTitle'
  | 'invitationText'
  | 'invitationLink'
  | 'invitationOpenText'
  | 'registerLink'
  | 'companyClosedText'
  | 'joinTitle'
  | 'joinText'
  | 'joinHow'
  | 'joinLink'
  | 'offerSubject'
  | 'offerTitle'
  | 'offerText'
  | 'careSubject'
  | 'careTitle'
  | 'careText'
  | 'offerHow'
  | 'offerLink'
  | 'acceptedTitle'
  | 'acceptedText'
  | 'careAcceptedText'
  | 'declinedTitle'
  | 'declinedText'
  | 'careEndedTitle'
  | 'careEndedText'
  | 'careEndedOwner'
  | 'updateAskedTitle'
  | 'updateAskedText'
  | 'updateAskedHow'
  | 'resetTitle'
  | 'resetText'
  | 'resetHow'
  | 'resetLink'
  | 'codeTitle'
  | 'codeText'
  | 'code'
  | 'notYou'
  | 'hasAccountTitle'
  | 'hasAccountText'
  | 'signInLink'
  | 'passwordChangedTitle'
  | 'passwordChangedText'
  | 'passwordChangedHow'
  | 'newSignInTitle'
  | 'newSignInText'
  | 'newSignInHow'
  | 'newSignInTime'
  | 'newSignInClient'
  | 'newSignInUnknown'
  | 'newSignInAddress'
  | 'codesOnTitle'
  | 'codesOnText'
  | 'codesOffTitle'
  | 'codesOffText'
  | 'recoveryUsedTitle'
  | 'recoveryUsedText'
  | 'passkeyAddedTitle'
  | 'passkeyAddedText'
  | 'tokenMadeTitle'
  | 'tokenMadeText'
  | 'signInChangedHow'
  | 'emailChangeTitle'
  | 'emailChangeOld'
  | 'emailChangeNew'
  | 'emailChangeHow'
  | 'emailChangeNotYou'
  | 'emailChangeLink'
  | 'emailChangeTaken'
  | 'emailChangedTitle'
  | 'emailChangedText'
  | 'emailChangedHow'
  | 'webhookAddedTitle'
  | 'webhookAddedText'
  | 'webhookOffTitle'
  | 'webhookOffText'
  | 'webhookGoneText'
  | 'webhookOffHow'
  | 'factorResetTitle'
  | 'factorResetText'
  | 'factorResetHow'
  | 'accountLeftTitle'
  | 'accountLeftText'
  | 'forgotLink';

export type VoltageWord =
  | 'mean'
  | 'limit'
  | 'above'
  | 'tooHigh'
  | 'power'
  | 'expected'
  | 'title'
  | 'serial'
  | 'none'
  | 'grid'
  | 'hoursAbove'
  | 'highest'
  | 'throttled'
  | 'lost'
  | 'lostUnknown'
  | 'byLine'
  | 'byDay'
  | 'meansAbove'
  | 'moreMeans'
  | 'line'
  | 'nominal'
  | 'limitHead'
  | 'when'
  | 'means'
  | 'share'
  | 'day'
  | 'begins'
  | 'by'
  | 'chart'
  | 'method'
  | 'nominalOfCountry'
  | 'nominalAsked'
  | 'lostMethod'
  | 'assumed';

export type ReportWord =
  | 'title'
  | 'titles'
  | 'period'
  | 'until'
  | 'made'
  | 'page'
  | 'zone'
  | 'energy'
  | 'perPeak'
  | 'clearSky'
  | 'clearSkyNote_one'
  | 'clearSkyNote_other'
  | 'assumed'
  | 'measured'
  | 'noClearSky'
  | 'performance'
  | 'performanceNote'
  | 'noSensor'
  | 'noDays'
  | 'noPeakPower'
  | 'availability'
  | 'availabilityNote'
  | 'noDevices'
  | 'noDaylight'
  | 'tooManyFaults'
  | 'completeness'
  | 'completenessNote'
  | 'worth'
  | 'worthBasis'
  | 'worthAt'
  | 'worthByHour'
  | 'worthShared'
  | 'worthSharedByHour'
  | 'worthEarlier'
  | 'co2'
  | 'yearBefore'
  | 'yearBeforeNote_one'
  | 'yearBeforeNote_other'
  | 'byDay'
  | 'byMonth'
  | 'date'
  | 'home'
  | 'measuredHome'
  | 'unmeasured'
  | 'fromGrid'
  | 'toGrid'
  | 'charge'
  | 'discharge'
  | 'generator'
  | 'ownUse'
  | 'autarchy'
  | 'balance'
  | 'noBalance'
  | 'belowNothing'
  | 'missing'
  | 'saved'
  | 'earned'
  | 'importCost'
  | 'negativePrices'
  | 'negativeText'
  | 'negativeUnknown'
  | 'negativePart'
  | 'fixedCharge'
  | 'alerts'
  | 'noAlerts'
  | 'fault'
  | 'warning'
  | 'info'
  | 'ofDevices'
  | 'devices'
  | 'device'
  | 'plant'
  | 'share'
  | 'perRated'
  | 'model'
  | 'serialNumber'
  | 'peakPower'
  | 'none'
  | 'definitions';

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
