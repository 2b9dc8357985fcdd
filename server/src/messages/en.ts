// The server's words in English; the other catalogues have the same keys.
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

export const en: Messages = {
  success: 'Success',
  refusals: {
    badRequest: 'The request is not right: {field} ({reason}).',
    unauthorized: 'Login has expired, please log in again',
    forbidden: 'You are not allowed to do this.',
    notFound: 'There is no such address.',
    fault: 'Something failed on our side. It has been logged. Please try again later.',
    maintenance: 'The website is under maintenance, please try again later',
    wrongCredentials: 'The account or the password is wrong.',
    tooManyRequests: 'Too many tries. Please wait {seconds} s and try again.',
    accountFrozen: 'This account is frozen. Please ask the company that manages it.',
    wrongPassword: 'The old password is wrong.',
    samePassword: 'The new password is the same as the old one.',
    noSuchSession: 'This session has already ended.',
    noSuchSite: 'There is no such plant, or it is not yours to see.',
    noSuchDevice: 'There is no such device, or it is not yours to see.',
    noSuchProduct: 'Please say which product {sn} is.',
    noSuchUser: 'There is no account {email} that you can choose.',
    serialNumberTaken:
      'Failed verification, please check and try again! ({sn}: already in a plant of yours, which has to release it first)',
    serialNumberFailed: 'Failed verification, please check and try again! ({sn})',
    serialNumberRepeated: 'Failed verification, please check and try again! ({sn}: listed twice)',
    unknownTimezone: '{value} is not a time zone.',
    unknownCountry: '{value} is not a country code.',
    unknownCurrency: '{value} is not a currency code.',
    rangeTooLong: 'The range is too long: at most {days} days.',
    timeReversed: 'The selected time cannot be earlier than the previous end time',
    keyReused: 'This request key was already used for something else.',
    siteHasChanged: 'Someone else has changed this plant meanwhile. Please reload it.',
    setupLinkUsed: 'This set-up link is wrong or was already used.',
    noSuchCompany: 'There is no such company.',
    siteReadOnly: 'You may look at this plant. Only its owner and the company that looks after it can change it.',
    passwordCommon: 'This password is one of the 10,000 commonest. Please choose another.',
    passwordIsAccount: "A password must not be the account's e-mail address or its part before the @.",
    passwordIsProduct: 'A password must not be the name of this portal.',
    tooManyChanges: 'Too many of your changes are under way. Wait until they are done and try again.',
    tookTooLong: 'This took too long and nothing was changed. Please try again.',
  },
  status: {
    online: 'Online',
    offline: 'Offline',
    alert: 'Alert',
    uncommissioned: 'Uncommissioned',
    notRegistered: 'Not registered',
  },
  ages: {
    justNow: 'Just now',
    minute: '1 minute ago',
    minutes: '{n} minutes ago',
    hour: '1 hour ago',
    hours: '{n} hours ago',
    day: '1 day ago',
    days: '{n} days ago',
    never: 'Never',
  },
  noAlert: 'OK',
  errors: {
    '0001': { title: 'DC over voltage', explanation: 'Check that the module suits the microinverter.' },
    '0002': {
      title: 'DC under voltage',
      explanation: 'This may happen in the morning, at night, or on a rainy or cloudy day.',
    },
    '0004': {
      title: 'Instant protection',
      explanation: 'Contact customer service if the condition lasts more than 1 hour.',
    },
    '0008': {
      title: 'Inverter over voltage',
      explanation:
        'The voltage inside the inverter was too high and it stopped to protect itself. It starts again by itself; contact customer service if it comes back on several days.',
    },
    '0010': {
      title: 'Frequency over',
      explanation: 'Contact customer service if the condition lasts more than 1 hour.',
    },
    '0020': {
      title: 'Frequency under',
      explanation: 'Contact customer service if the condition lasts more than 1 hour.',
    },
    '0040': {
      title: 'AC voltage RMS over',
      explanation:
        'The grid voltage is above the permitted limit. Often the cable to the meter is long or thin, or many plants nearby feed in at noon. If it comes back, an electrician should measure the voltage at the inverter.',
    },
    '0080': {
      title: 'AC voltage RMS under',
      explanation:
        'The grid voltage is below the permitted limit. Check the breaker and the AC connection; if these are fine, the grid operator is responsible.',
    },
    '0100': {
      title: 'Peak AC voltage over',
      explanation:
        'Short voltage peaks on the grid, often from switching of large loads nearby. Single ones are harmless; if they are frequent, have the grid voltage recorded.',
    },
    '0200': {
      title: 'AC current RMS over',
      explanation:
        'The output current was above its limit. The inverter limits itself; if it comes back in full sun, check the number and the power of the modules.',
    },
    '0400': {
      title: 'Peak AC current over',
      explanation:
        'A short current peak, often from a disturbance of the grid or a loose AC connector. Check the plugs of the AC cable if it comes back.',
    },
    '0800': {
      title: 'Temperature over',
      explanation:
        'The inverter is too hot and gives less power. Make sure that air can pass around it and that the sun does not shine on it.',
    },
    '1000': {
      title: 'ADC error',
      explanation:
        'The inverter cannot measure reliably. Switch its AC side off for a minute; if the error stays, the inverter has to be replaced.',
    },
    '2000': {
      title: 'GFDI fault indicator',
      explanation:
        'Current flows from the module side to earth. This can be dangerous: keep away from the module frames and cables and have the insulation checked by an electrician, above all after rain.',
    },
    '4000': {
      title: 'Relay error',
      explanation:
        'The relay to the grid did not switch as it should (some models only). Switch the AC side off for a minute; if the error stays, the inverter has to be replaced.',
    },
    '8000': {
      title: 'PLC communication error',
      explanation: 'Contact customer service if the condition lasts more than 1 hour.',
    },
  },
  silence: {
    title: 'No data',
    explanation:
      'The device has missed three uploads although the sun is up. Check its power supply and the Wi-Fi at its place.',
  },
  sources: {
    secondSource: {
      title: 'A second source for {sn}',
      explanation:
        '{sn} usually reports from {usual}. Meanwhile frames with its number also come from {other}. If that is not a line of this plant, name the allowed sources in its settings: frames from elsewhere are then refused.',
    },
    foreignSource: {
      title: 'Frames for {sn} were refused',
      explanation:
        'Frames with the number of {sn} came from {other}, which is not among the allowed sources of this plant. If the plant has a new line, add it in its settings.',
    },
    guest: 'Frames with the number of {sn} come from more than one place. Those who manage the plant see from where.',
  },
};
