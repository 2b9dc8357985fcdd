// Asks an owner for consent to update devices of their plants, in one mail for all plants that names who asks, the devices and both versions.

import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { companyNames } from '../../access/namedPeople.ts';
import { brandOfPlantMail } from '../../brands/brands.ts';
import type { Config } from '../../config.ts';
import { openLink } from '../../plants/mails/plantMails.ts';
import { usersWhoSee } from '../../plants/mails/recipients.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { type EmailContent, mailTexts, renderEmail } from '../../platform/mail/emailTemplate.ts';
import { writeMail } from '../../platform/mail/outbox.ts';
import { dayText } from '../../platform/texts/localText.ts';
import { devicesOf } from './consentRequests.ts';

/** Maximum devices listed in one mail; the rest are counted. */
const MAX_LINES = 30;

interface ConsentMail {
  to: string;
  language: LanguageCode;
  /** The question, the same for all plants. */
  id: string;
  isRollout: boolean;
  companyId: number;
  versionName: string;
  endsAt: Date;
  /** At least one plant. */
  plants: readonly { sid: string; plant: string; timezone: string }[];
}

/** Enqueues the mail, unless no mail server is configured. */
export async function sendConsentMail(sql: Transaction, config: Config, mail: ConsentMail, at: Date): Promise<void> {
  if (!config.mail) return;
  const { to, language, versionName, endsAt, plants, companyId } = mail;
  const translate = mailTexts(language);
  const { sid, plant, timezone } = plants[0]!;
  const last = dayText(localDay(endsAt.getTime(), timezone), language);
  const title = translate('updateAskedTitle', { plant });
  const brand = await brandOfPlantMail(sql, config, { sid, to });
  const company = (await companyNames(sql, [companyId])).get(companyId) ?? brand.name;
  const { text, html } = renderEmail({
    language,
    brand,
    title,
    paragraphs: [
      translate('updateAskedText', { company, version: versionName, brand: brand.name }),
      translate('updateAskedHow', { day: last }),
    ],
    lines: await deviceLines(sql, mail),
    link: openLink(brand, sid, 'overview', language),
    end: null,
  });
  const sent = { purpose: 'updateAsked', sid, brand: brand.id, to, subject: title, text, html } as const;
  await writeMail(sql, { ...sent, stopUrl: '', attachment: null }, at);
}

/** Returns a line for each device, with its current and new version. */
async function deviceLines(
  sql: Transaction,
  { to, id, isRollout, plants, language }: ConsentMail,
): Promise<EmailContent['lines']> {
  const lines: EmailContent['lines'][number][] = [];
  let listed = 0;
  for (const { sid, plant } of plants) {
    if (lines.length >= MAX_LINES) break;
    listed++;
    const seesDevices = (await usersWhoSee(sql, sid, [to])).get(to)?.devices ?? false;
    const devices = seesDevices ? ((await devicesOf(sql, sid, [{ id, isRollout }])).get(id) ?? []) : [];
    if (devices.length === 0 && plants.length > 1) lines.push({ label: plant, text: '' });
    for (const { sn, alias, modelName, before, versionName } of devices)
      lines.push({
        label: plants.length === 1 ? alias || sn : `${plant}: ${alias || sn}`,
        text: before === '' ? versionName : `${before} → ${versionName}`,
        note: alias === '' ? modelName : `${modelName}, ${sn}`,
      });
  }
  const rest = Math.max(0, lines.length - MAX_LINES) + plants.length - listed;
  const more = { label: mailTexts(language)('more', { count: rest }), text: '' };
  return [...lines.slice(0, MAX_LINES), ...(rest > 0 ? [more] : [])];
}
