// common/getHardwareValid: whether serial numbers can be added to a plant, with the reason if not.
import { sn as wellFormed } from '@heliograph/contract/entities/parts.ts';
import type { ErrorName } from '@heliograph/contract/errors.ts';
import { type KnownNumber, readSerialNumbers } from '../../devices/serialNumbers/serialNumbers.ts';
import type { Handler } from '../../platform/handler.ts';
import { countLookups } from '../../platform/limits/rateLimits.ts';
import { messageText } from '../../platform/texts/translate.ts';

export const commonGetHardwareValid: Handler<'common/getHardwareValid'> = async ({ sn }, caller) => {
  const { context, sql, session, language } = caller;
  const requested = (Array.isArray(sn) ? sn : [sn]).map((one) => one.trim().toUpperCase());
  await countLookups(context, session, Math.max(1, requested.length));
  const known = await readSerialNumbers(sql, session, requested);
  const checked = new Set<string>();
  return {
    list: requested.map((one) => {
      const code = checked.has(one) ? 'serialNumberRepeated' : problemOf(one, known.get(one));
      checked.add(one);
      return {
        sn: one,
        valid: !code,
        reason: code ? messageText(language, `refusals.${code}`, { sn: one || '?' }) : '',
      };
    }),
  };
};

/** Returns the error code, if any. An unknown number is valid: installers register before power-on. So is one registered by others, which only a claim reveals. */
function problemOf(sn: string, known: KnownNumber | undefined): ErrorName | undefined {
  if (!wellFormed.safeParse(sn).success) return 'serialNumberFailed';
  return known?.state === 'yours' ? 'serialNumberTaken' : undefined;
}
