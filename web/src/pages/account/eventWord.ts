// Text key of an event: `alert.began` is `alertBegan`, as keys must not contain dots.
import type { DeliveryEvent } from '@heliograph/contract/entities/channels.ts';

type Word<Event> = Event extends `${infer Of}.${infer What}` ? `${Of}${Capitalize<What>}` : Event;

export const eventWord = (event: DeliveryEvent): Word<DeliveryEvent> =>
  event.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase()) as Word<DeliveryEvent>;
