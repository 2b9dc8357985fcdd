// Groups ended events of a plant, so that a device that failed ten times, or ten devices that failed once, are one line.
import type { EventCode } from '@heliograph/contract/events.ts';
import { MAX_SEPARATE } from './problemCauses.ts';

export interface EndedEvent {
  /** "": of the plant. */
  sn: string;
  code: EventCode;
  detail: Readonly<Record<string, string>> | null;
}

/** Returns events with one code and cause: of each place on its own, or of all together if there are more than three places. Keeps their order. */
export function groupEnded<Event extends EndedEvent>(events: readonly Event[]): Event[][] {
  const kindOf = ({ code, detail }: Event): string => `${code} ${detail?.cause ?? ''}`;
  return [...Map.groupBy(events, kindOf).values()].flatMap((ofKind) => {
    const byPlace = [...Map.groupBy(ofKind, placeOf).values()];
    return byPlace.length > MAX_SEPARATE ? [ofKind] : byPlace;
  });
}

/** Names the device, or the module by its device and input. */
export const placeOf = ({ sn, detail }: EndedEvent): string => `${sn}_${detail?.input ?? ''}`;
