// A command to a device, and the permissions of remote control.
import { z } from 'zod';
import { COMMAND_ACTIONS, COMMAND_STEPS } from '../commands.ts';
import { PARAMETER_UNITS } from '../products.ts';
import { iso } from './parts.ts';

export const commandRow = z.object({
  id: z.string(),
  sn: z.string(),
  /** Gateway that forwards it; `sn` for a device that connects by itself. */
  gatewaySn: z.string(),
  action: z.enum(COMMAND_ACTIONS),
  state: z.enum(COMMAND_STEPS),
  /** Whether the requested values were read back or reported; otherwise it counts as "not issued yet". */
  isIssued: z.boolean(),
  /** Reason of another ending, or of an update that the owner halted: a word of COMMAND_ENDINGS, a refusal of report.ts, or the device's own; ''. */
  reason: z.string(),
  /** Shorter names first; of a restart the device's uptime in seconds. */
  changes: z.array(
    z.object({
      name: z.string(),
      /** Title from the product catalogue; the name if it was removed. */
      title: z.string(),
      unit: z.enum(PARAMETER_UNITS),
      /** Last reported value before; null: never read. */
      before: z.number().nullable(),
      /** Null if only read. */
      wanted: z.number().nullable(),
      /** Null: not read (yet). */
      readBack: z.number().nullable(),
    }),
  ),
  /** Update: new and previously reported version; null: not an update. */
  firmware: z.object({ versionName: z.string(), before: z.string() }).nullable(),
  /** Whether it needs approval by a second person of the company. */
  isProtected: z.boolean(),
  /** Rollback: the command after which it restores the last confirmed values; null: requested by a person. */
  returns: z.string().nullable(),
  /** Sent by the plant's rule of limits: a new limit, or a renewal; null: not by a rule. */
  byRule: z.enum(['change', 'renewal']).nullable(),
  /** Of a rule's older limits, this is the last of its day and summarises the day; null: not a summary. */
  standsFor: z
    .object({
      /** Number of limits sent, of those that changed the limit, and of those not read back. */
      commands: z.number().int(),
      changes: z.number().int(),
      failed: z.number().int(),
      /** Lowest and highest limit, % of rated power; null: none was sent. */
      least: z.number().nullable(),
      most: z.number().nullable(),
    })
    .nullable(),
  /** '' for the portal itself, a deleted account, or if the reader is a guest. */
  askedBy: z.string(),
  askedIso: z.string(),
  answeredBy: z.string(),
  answeredIso: iso,
  /** Not sent before this sunrise; null: at once. */
  startsIso: iso,
  issuedIso: iso,
  acceptedIso: iso,
  endedIso: iso,
  expiresIso: z.string(),
  /** Permissions of this session in the current state. */
  rights: z.object({ approve: z.boolean(), withdraw: z.boolean() }),
});

/** Whether remote control of a plant is enabled, and the permissions of this session. */
export const controlState = z.object({
  /** Whether the owner disabled remote control. */
  isOff: z.boolean(),
  offIso: iso,
  /** Only the owner may change it; in a plant that lost its owner, the manager of the service company may enable it from `freeIso` on. */
  maySwitch: z.boolean(),
  /** When this session may enable remote control of a plant without an owner; null: it has an owner, is enabled, or the session has no permission. */
  freeIso: iso,
  mayRead: z.boolean(),
  mayWrite: z.boolean(),
  mayApprove: z.boolean(),
  /** Whether the session was opened with a password alone, which does not permit control. */
  needsSecondFactor: z.boolean(),
});
