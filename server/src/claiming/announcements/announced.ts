// What a gateway says of itself and of what hangs on it, and what is stored of that.
import type { ReportKind } from '@heliograph/contract/report.ts';

export interface AnnouncedDevice {
  sn: string;
  kind: Exclude<ReportKind, 'gateway'>;
  model: string;
  hardware: string;
  firmware: string;
  inputs?: number | undefined;
  /** As its gateway writes its number, where the portal does otherwise. */
  spelled?: string;
  /** What its gateway calls it; a person's name for it stands before it. */
  name?: string;
}

export interface Announced {
  kind: ReportKind;
  model: string;
  hardware: string;
  firmware: string;
  signalDbm: number | null;
  /** How long it has been running; null: it does not say. */
  uptimeS: number | null;
  /** Null: it does not say. */
  intervalS: number | null;
  /** It takes limits that end by themselves, for itself and what hangs on it. */
  limitReturn?: boolean;
  children: readonly AnnouncedDevice[];
}

export type ChildRejection = 'otherPlant' | 'restricted' | 'full';

/** As stored with the gateway: what its page shows, and what kind of device a row of a report is of. */
export type StoredChild = AnnouncedDevice & { refused?: ChildRejection };
