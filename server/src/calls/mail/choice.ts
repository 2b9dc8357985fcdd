// mail/choice: what the link in a mail is for.
import { Refusal } from '@heliograph/contract/errors.ts';
import { networkOf } from '../../addresses.ts';
import type { Handler } from '../../handler.ts';
import { countTry } from '../../limits.ts';
import { choiceOf } from '../../mail/choices.ts';

export const mailChoice: Handler<'mail/choice'> = async ({ token }, { context, sql, address }) => {
  await countTry(context, 'mailLinks', networkOf(address));
  const choice = await choiceOf(sql, token);
  if (!choice) throw new Refusal('noSuchMailLink');
  return choice;
};
