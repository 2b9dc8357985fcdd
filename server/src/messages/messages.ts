// What every catalogue of the server's words must hold; {names} are filled in.
import type { RefusalWord } from '@heliograph/contract/errors.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { ErrorCode, SiteStatus } from '@heliograph/contract/statuses.ts';

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
  silence: { title: string; explanation: string };
  /** {from} and {to} are versions. */
  firmware: { title: string; explanation: string };
  /** Where frames come from: {sn}, {usual} and {other} are a number and addresses; a guest is told no address. */
  sources: Record<'secondSource' | 'foreignSource', { title: string; explanation: string }> & { guest: string };
  /** Heads of a table of samples, units are added; {zone} is the plant's, {n} the number of an input. */
  history: {
    time: string;
    localTime: string;
    status: string;
    damaged: string;
    quantities: Record<Exclude<QuantityName, `input${number}${string}`> | InputQuantity, string>;
  };
}

/** A quantity of each input, without its number. */
export type InputQuantity = 'inputPowerW' | 'inputVoltageV' | 'inputCurrentA' | 'inputCounterWh';
