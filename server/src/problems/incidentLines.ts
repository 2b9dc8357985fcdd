// Content of a mail about problems of a plant that began, became worse or ended: a line for each with device, time and cost.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { levelOf, withCode } from '@heliograph/contract/events.ts';
import { eventTexts } from '../families/eventTexts.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { type EmailContent, mailTexts } from '../platform/mail/emailTemplate.ts';
import { clockIn, durationText } from '../platform/texts/localText.ts';
import { costText } from './costText.ts';
import type { Incident, NoticedIncident } from './incidentNotices.ts';

/** Lines of one mail; further ones are only counted. */
const MAX_LINES = 30;

export interface MailedIncidents {
  /** Reported for the first time; those that have ended meanwhile included. */
  begun: readonly Incident[];
  worsened: readonly Incident[];
  ended: readonly Incident[];
}

export const countOf = ({ begun, worsened, ended }: MailedIncidents): number =>
  begun.length + worsened.length + ended.length;

/** Returns those of a reader. */
export const incidentsFor = (noticed: readonly NoticedIncident[], { key }: { key: string }): Incident[] =>
  noticed.flatMap(({ incident, reader }) => (reader === key ? [incident] : []));

/** Returns the names of the plant's devices by serial number. */
export async function namesOf(
  tx: Transaction,
  sid: string,
  incidents: readonly Incident[],
): Promise<ReadonlyMap<string, string>> {
  const sns = [...new Set(incidents.map(({ sn }) => sn))];
  const names = await tx<{ sn: string; alias: string }[]>`
    select sn, alias from devices where sid = ${sid} and sn = any (${sns}::text[])`;
  return new Map(names.map(({ sn, alias }) => [sn, alias]));
}

export interface LineStyle {
  names: ReadonlyMap<string, string>;
  language: LanguageCode;
  timezone: string;
  /** Null: the reader may not see money. */
  currency: string | null;
}

/** Returns the lines, faults first within what began, became worse and ended. */
export function incidentLines({ begun, worsened, ended }: MailedIncidents, style: LineStyle): EmailContent['lines'] {
  const textOf = mailTexts(style.language);
  const all = [
    ...faultsFirst(begun).map((incident) => lineOf(incident, style, [])),
    ...faultsFirst(worsened).map((incident) => lineOf(incident, style, [textOf('worsened')])),
    ...faultsFirst(ended).map((incident) => lineOf(incident, style, [])),
  ];
  const shown = all.slice(0, MAX_LINES);
  const rest = all.length - shown.length;
  return rest > 0 ? [...shown, { label: textOf('more', { count: rest }), text: '' }] : shown;
}

const faultsFirst = (incidents: readonly Incident[]): Incident[] => [
  ...incidents.filter(({ code }) => levelOf(code) === 'fault'),
  ...incidents.filter(({ code }) => levelOf(code) !== 'fault'),
];

function lineOf(
  { sn, code, detail, openedAt, endedAt, devices, ...cost }: Incident,
  { names, language, timezone, currency }: LineStyle,
  notes: readonly string[],
): EmailContent['lines'][number] {
  const textOf = mailTexts(language);
  // Source addresses are not sent by mail.
  const { title, desc } = eventTexts({ sn, code, detail: detail ?? {} }, { language, tellsSources: false });
  const time = clockIn(openedAt, timezone, language);
  const lasted = endedAt
    ? textOf('ended', {
        time,
        end: clockIn(endedAt, timezone, language),
        duration: durationText(endedAt.getTime() - openedAt.getTime(), language),
      })
    : textOf('since', { time });
  const { weekWh, weekMoney, lostWh, lostMoney, lossBasis: basis } = cost;
  const visible = currency === null ? { weekWh, lostWh } : { weekWh, weekMoney, lostWh, lostMoney };
  const name = names.get(sn) || sn;
  const level = levelOf(code);
  return {
    severity: { level, text: textOf(`level_${level}`) },
    label: withCode(title, code),
    text: devices > 1 ? textOf('andMore', { name, count: devices - 1 }) : name,
    note: [...notes, lasted, ...costText({ ...visible, currency: currency ?? '', basis }, language)].join(' · '),
    // Of what has ended, nothing is left to do.
    ...(endedAt === null && { advice: desc }),
  };
}

/** Returns what a mail is about: what is new comes first, what has ended last. */
export function subjectOf(
  mailed: MailedIncidents,
  kind: 'alerts' | 'found',
  { plant, language }: { plant: string; language: LanguageCode },
): { subject: string; title: string } {
  const { begun, worsened, ended } = mailed;
  const textOf = mailTexts(language);
  const numbered = (word: 'alerts' | 'found' | 'worsened' | 'ended', { length: count }: readonly Incident[]) =>
    textOf(`${word}Subject`, { plant, count });
  const isNew = begun.length > 0 && countOf(mailed) === begun.length;
  const subject =
    begun.length > 0
      ? numbered(kind, begun)
      : worsened.length > 0
        ? numbered('worsened', worsened)
        : numbered('ended', ended);
  return { subject, title: isNew ? textOf(`${kind}Title`, { plant }) : textOf('changesTitle', { plant }) };
}
