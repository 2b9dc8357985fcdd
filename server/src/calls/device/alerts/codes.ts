// device/alerts/codes: all alert codes with level and title in the user's language.
import { EVENT_CODES, levelOf } from '@heliograph/contract/events.ts';
import { codeName } from '../../../families/eventTexts.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceAlertsCodes: Handler<'device/alerts/codes'> = async (_, { language }) => ({
  list: EVENT_CODES.map((code) => ({ code, level: levelOf(code), title: codeName(code, language) })),
});
