// The key of an event's text: `alert.began` is `alertBegan`, as keys have no dots of their own.
import type { DeliveryEvent } from '@heliograph/contract/entities/channels.ts';

type Word<Event> = Event extends `${infer Of}.${infer What}` ? `${Of}${Capitalize<What>}` : Event;

export const eventWord = (event: DeliveryEvent): Word<DeliveryEvent> =>
  event.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase()) as Word<DeliveryEvent>;
