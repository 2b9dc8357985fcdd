// What every catalogue of the server's words must hold; {names} are filled in.
import type { RefusalWord } from '@heliograph/contract/errors.ts';
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
  /** Where frames come from: {sn}, {usual} and {other} are a number and addresses; a guest is told no address. */
  sources: Record<'secondSource' | 'foreignSource', { title: string; explanation: string }> & { guest: string };
}
