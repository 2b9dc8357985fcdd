// Text of a browser notification.
import type { DeliveryEvent } from '@heliograph/contract/entities/channels.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { withCode } from '@heliograph/contract/events.ts';
import { durationText } from '../platform/texts/localText.ts';
import { messageText } from '../platform/texts/translate.ts';
import { costText } from '../problems/costText.ts';
import type { EventPayload } from './message.ts';

export function pushText(event: DeliveryEvent, payload: EventPayload, language: LanguageCode): string {
  const {
    title,
    code = '',
    devices,
    durationS,
    weekWh,
    weekMoney,
    lostWh,
    lostMoney,
    currency = '',
    lossBasis,
  } = payload;
  if (title === undefined) {
    if (event === 'update.asked')
      return messageText(language, 'push.updateAsked', { version: payload.versionName ?? '' });
    if (event === 'plant.online') return messageText(language, 'push.plantOnline');
    return messageText(language, event === 'test' ? 'push.test' : 'push.plantOffline');
  }
  const name = withCode(title, code);
  const cost = { weekWh, lostWh, weekMoney, lostMoney, currency, basis: lossBasis ?? null };
  const costs = costText(cost, language);
  if (event === 'alert.worsened') {
    const count = devices === undefined ? [] : [messageText(language, 'mails.affected', { count: devices })];
    return [messageText(language, 'push.worsened', { title: name }), ...count, ...costs].join(' · ');
  }
  if (event !== 'alert.ended' && event !== 'device.online') return name;
  const duration = durationText((durationS ?? 0) * 1000, language);
  return [messageText(language, 'push.ended', { title: name, duration }), ...costs].join(' · ');
}
