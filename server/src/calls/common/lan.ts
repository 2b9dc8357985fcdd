// common/lan: the languages of the interface, each by its native name.
import { LANGUAGES } from '@heliograph/contract/envelope.ts';
import type { Handler } from '../../platform/handler.ts';

export const commonLan: Handler<'common/lan'> = async () => ({
  list: LANGUAGES.map(({ title, code, lan }) => ({ title, webCode: code, code: lan })),
});
