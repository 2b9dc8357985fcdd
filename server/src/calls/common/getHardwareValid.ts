// common/getHardwareValid: whether serial numbers can be added to a plant, and why not.
import { sn as wellFormed } from '@heliograph/contract/entities/parts.ts';
import type { RefusalWord } from '@heliograph/contract/errors.ts';
import { type KnownNumber, readSerialNumbers } from '../../devices/serialNumbers/serialNumbers.ts';
import type { Handler } from '../../platform/handler.ts';
import { countLookups } from '../../platform/limits/rateLimits.ts';
import { messageText } from '../../platform/texts/translate.ts';

export const commonGetHardwareValid: Handler<'common/getHardwareValid'> = async ({ sn }, caller) => {
  const { context, sql, session, language } = caller;
  const asked = (Array.isArray(sn) ? sn : [sn]).map((one) => one.trim().toUpperCase());
  await countLookups(context, session, Math.max(1, asked.length));
  const known = await readSerialNumbers(sql, session, asked);
  const seen = new Set<string>();
  return {
    list: asked.map((one) => {
      const word = seen.has(one) ? 'serialNumberRepeated' : problemOf(one, known.get(one));
      seen.add(one);
      return {
        sn: one,
        valid: !word,
        reason: word ? messageText(language, `refusals.${word}`, { sn: one || '?' }) : '',
      };
    }),
  };
};

/** A number nobody has seen yet is fine: installers register before power-on. So is one of others: only a claim finds out. */
function problemOf(sn: string, known: KnownNumber | undefined): RefusalWord | undefined {
  if (!wellFormed.safeParse(sn).success) return 'serialNumberFailed';
  return known?.state === 'yours' ? 'serialNumberTaken' : undefined;
}
