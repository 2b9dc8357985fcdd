// Names the cause of each open event of a plant, so that many events with one cause are one problem.
import { type EventCode, isDeviceCode, levelOf, SEVERITY } from '@heliograph/contract/events.ts';

export interface OpenEvent {
  /** "": of the plant. */
  sn: string;
  code: EventCode;
  /** To the microsecond, in a form that sorts by time. */
  openedKey: string;
  detail: Readonly<Record<string, string>> | null;
}

export interface PresentDevice {
  sn: string;
  /** "": it needs no gateway. */
  gatewaySn: string;
  isGateway: boolean;
}

export interface Caused {
  cause: string;
  /** 0: no problem of its own, as its device is silent or was removed. */
  level: number;
  /** Whether it stands for all with its cause in lists and counts. */
  isLead: boolean;
}

/** Cause of the silences of a plant that is silent as a whole. */
export const PLANT_SILENCE = 'plantSilence';

/** More devices or modules with the same problem are one: a plant without its router is one problem, not two hundred. */
export const MAX_SEPARATE = 3;

/** Returns the cause of each event, in their order. `devices`: all that the plant has now. */
export function problemCauses(events: readonly OpenEvent[], devices: readonly PresentDevice[]): Caused[] {
  const present = new Map(devices.map((device) => [device.sn, device]));
  const silent = new Set(events.flatMap(({ sn, code }) => (code === 'silence' && present.has(sn) ? [sn] : [])));
  const isPlantSilent = silent.size > 0 && silent.size === present.size;
  // What a device reported before it fell silent is not current.
  const isOwn = ({ sn, code }: OpenEvent): boolean =>
    sn === '' || (present.has(sn) && !(isDeviceCode(code) && silent.has(sn)));
  const kindOf = (event: OpenEvent): string => {
    if (event.code === 'silence') {
      const gateway = silentGateway(event.sn);
      if (isPlantSilent) return PLANT_SILENCE;
      if (gateway) return `silence ${gateway}`;
    }
    return [event.code, event.detail?.cause].filter(Boolean).join(' ');
  };
  const withSilentDevices = new Set(
    devices.flatMap(({ sn, gatewaySn }) => (silent.has(sn) && silent.has(gatewaySn) ? [gatewaySn] : [])),
  );
  /** Returns the silent gateway whose silence explains that of the device, itself included. */
  function silentGateway(sn: string): string {
    return [sn, present.get(sn)?.gatewaySn ?? ''].find((gateway) => withSilentDevices.has(gateway)) ?? '';
  }
  const byKind = Map.groupBy(events.filter(isOwn), kindOf);
  const causeOf = (event: OpenEvent): string => {
    const kind = kindOf(event);
    // The grid is one for all devices of a plant.
    const isShared =
      kind === PLANT_SILENCE || kind.startsWith('silence ') || kind === 'voltageCurtailment' || isMany(kind);
    return isShared ? kind : `${kind} ${event.sn}${event.detail?.input ? `_${event.detail.input}` : ''}`;
  };
  const isMany = (kind: string): boolean => (byKind.get(kind)?.length ?? 0) > MAX_SEPARATE;
  const leads = new Map<string, OpenEvent>();
  for (const event of events.filter(isOwn)) {
    const cause = causeOf(event);
    const lead = leads.get(cause);
    if (!lead || comparePlaces(event, lead, present) < 0) leads.set(cause, event);
  }
  return events.map((event) => {
    if (!isOwn(event)) return { cause: '', level: 0, isLead: false };
    const cause = causeOf(event);
    return {
      cause,
      level: SEVERITY[levelOf(event.code) === 'fault' ? 'fault' : 'warning'],
      isLead: leads.get(cause) === event,
    };
  });
}

/** A gateway stands for its devices, else the oldest event. */
function comparePlaces(one: OpenEvent, other: OpenEvent, present: ReadonlyMap<string, PresentDevice>): number {
  const rank = (event: OpenEvent) =>
    `${present.get(event.sn)?.isGateway ? 0 : 1} ${event.openedKey} ${event.sn} ${event.code}`;
  return rank(one) < rank(other) ? -1 : 1;
}
