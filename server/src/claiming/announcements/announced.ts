// Types of an announce: a gateway's report of itself and its attached devices, and the stored form of those.
import type { ReportKind } from '@heliograph/contract/report.ts';

export interface AnnouncedDevice {
  sn: string;
  kind: Exclude<ReportKind, 'gateway'>;
  model: string;
  hardware: string;
  firmware: string;
  inputs?: number | undefined;
  /** Spelling of the serial number by the gateway, where it differs from the portal's. */
  spelled?: string;
  /** Name given by the gateway; a user's alias takes precedence. */
  name?: string;
}

export interface Announced {
  kind: ReportKind;
  model: string;
  hardware: string;
  firmware: string;
  signalDbm: number | null;
  /** Uptime in seconds; null: not reported. */
  uptimeS: number | null;
  /** Reporting interval in seconds; null: not reported. */
  intervalS: number | null;
  /** Whether it supports limits that expire by themselves, for itself and its attached devices. */
  limitReturn?: boolean;
  children: readonly AnnouncedDevice[];
}

/**
 * Why an announced device is not in the plant. `waiting`: it is not added at once, without a reason, as that would tell
 * whether its number exists elsewhere. Rows of earlier versions have other reasons.
 */
export type ChildRejection = 'waiting' | 'full';

/** An attached device as stored with the gateway: shown on its page, and used to find the kind of a report row's device. */
export type StoredChild = AnnouncedDevice & { refused?: ChildRejection };
