// Where a person is told of plants besides by mail: what can be told, and what became of it.
import { z } from 'zod';
import { MAX_CHANNEL_PLANTS } from '../limits.ts';
import { sid } from './parts.ts';

/**
 * Faults and warnings of devices that began and ended, silence apart; devices and plants that fell silent and are heard
 * again; the energy of a plant's last day, at seven by its own clock; an update of firmware that asks the owner of its plant,
 * told to him alone.
 */
export const CHANNEL_EVENTS = [
  'alert.began',
  'alert.ended',
  'device.offline',
  'device.online',
  'plant.offline',
  'plant.online',
  'day.summary',
  'update.asked',
] as const;
export type ChannelEvent = (typeof CHANNEL_EVENTS)[number];

/** `test`: asked for by hand. */
export const DELIVERY_EVENTS = [...CHANNEL_EVENTS, 'test'] as const;
export type DeliveryEvent = (typeof DELIVERY_EVENTS)[number];

/** Of these a browser shows a notice. */
export const PUSH_EVENTS = [
  'alert.began',
  'device.offline',
  'plant.offline',
  'update.asked',
] as const satisfies ChannelEvent[];

/** `dropped`: nobody is told any more: whose it is sees the plant no longer, is frozen, or has turned the channel off. */
export const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const;

/**
 * Why there was no answer: the name is unknown, it leads into a private network, nobody took the connection or it broke,
 * its certificate is not good, it took too long.
 */
export const DELIVERY_FAILURES = ['name', 'private', 'connection', 'certificate', 'timeout'] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

/** Turned off by its person, after days of failures, or by its receiver (HTTP 410). */
export const OFF_REASONS = ['person', 'failures', 'gone'] as const;

/** As requests have it. */
export const eventChoice = z.array(z.enum(CHANNEL_EVENTS)).min(1).max(CHANNEL_EVENTS.length);
/** Null: all that the account sees. */
export const plantChoice = z.array(sid).min(1).max(MAX_CHANNEL_PLANTS).nullable();
