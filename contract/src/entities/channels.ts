// Notification channels besides e-mail: events and states of deliveries.
import { z } from 'zod';
import { MAX_CHANNEL_PLANTS } from '../limits.ts';
import { sid } from './parts.ts';

/**
 * Faults and warnings of devices that began and ended, except silence; those, and silences, that became worse; devices and
 * plants that went offline and online; a plant's energy of the previous day, at seven local time; a firmware update that needs the consent of the plant's
 * owner, who alone is notified.
 */
export const CHANNEL_EVENTS = [
  'alert.began',
  'alert.worsened',
  'alert.ended',
  'device.offline',
  'device.online',
  'plant.offline',
  'plant.online',
  'day.summary',
  'update.asked',
] as const;
export type ChannelEvent = (typeof CHANNEL_EVENTS)[number];

/** `test`: sent manually. */
export const DELIVERY_EVENTS = [...CHANNEL_EVENTS, 'test'] as const;
export type DeliveryEvent = (typeof DELIVERY_EVENTS)[number];

/** Events that browsers show. */
export const PUSH_EVENTS = [
  'alert.began',
  'alert.worsened',
  'alert.ended',
  'device.offline',
  'device.online',
  'plant.offline',
  'plant.online',
  'update.asked',
] as const satisfies ChannelEvent[];

/** `dropped`: no longer sent, as the recipient lost access to the plant, was suspended, or disabled the channel. */
export const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const;

/**
 * Reasons for a missing answer: unknown host, address in a private network, connection refused or lost,
 * invalid certificate, time-out.
 */
export const DELIVERY_FAILURES = ['name', 'private', 'connection', 'certificate', 'timeout'] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

/** Reasons why a channel is disabled: by its person, after days of failures, or by its receiver (HTTP 410). */
export const OFF_REASONS = ['person', 'failures', 'gone'] as const;

/** In requests. */
export const eventChoice = z.array(z.enum(CHANNEL_EVENTS)).min(1).max(CHANNEL_EVENTS.length);
/** Null: all plants of the account. */
export const plantChoice = z.array(sid).min(1).max(MAX_CHANNEL_PLANTS).nullable();
