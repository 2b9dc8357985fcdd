// A command to a device, as pages and programs read it.
import { z } from 'zod';
import { COMMAND_ACTIONS, COMMAND_STEPS } from '../commands.ts';
import { PARAMETER_UNITS } from '../products.ts';
import { iso } from './parts.ts';

export const commandRow = z.object({
  id: z.string(),
  sn: z.string(),
  /** The one by way of which it goes; `sn` where the device speaks for itself. */
  gatewaySn: z.string(),
  action: z.enum(COMMAND_ACTIONS),
  state: z.enum(COMMAND_STEPS),
  /** Whether what was asked for was read back, or reported; whatever else it is, it is "not issued yet". */
  isIssued: z.boolean(),
  /** Of one that ended otherwise, or of an update that the owner has halted: a word of COMMAND_ENDINGS, of a device's refusals (report.ts), or a device's own; ''. */
  reason: z.string(),
  /** Shorter names first; of a restart the seconds since the device began. */
  changes: z.array(
    z.object({
      name: z.string(),
      /** By the product's catalogue; the name where it is not there any more. */
      title: z.string(),
      unit: z.enum(PARAMETER_UNITS),
      /** What the device said last before; null: nobody had asked it. */
      before: z.number().nullable(),
      /** Null where it is only read. */
      wanted: z.number().nullable(),
      /** Null: not read, or not yet. */
      readBack: z.number().nullable(),
    }),
  ),
  /** Of an update: what is installed, and what the device had reported before; null: it is none. */
  firmware: z.object({ versionName: z.string(), before: z.string() }).nullable(),
  /** It needs a second person of the company. */
  isProtected: z.boolean(),
  /** The command after which it takes a device back to its last confirmed values; null: somebody asked for it. */
  returns: z.string().nullable(),
  /** Sent by the plant's rule of limits: it changed what holds, or renewed it; null: not by a rule. */
  byRule: z.enum(['change', 'renewal']).nullable(),
  /** Of a rule's limits that are some days old: it is the last one of its day, and stands for all of that day; null: for itself. */
  standsFor: z
    .object({
      /** How many were sent, how many of them to another limit than before, how many were not read back. */
      commands: z.number().int(),
      changes: z.number().int(),
      failed: z.number().int(),
      /** The limits among them, % of the rated power; null: none was sent. */
      least: z.number().nullable(),
      most: z.number().nullable(),
    })
    .nullable(),
  /** '': the portal itself, an account that is gone, or the reader is a guest. */
  askedBy: z.string(),
  askedIso: z.string(),
  answeredBy: z.string(),
  answeredIso: iso,
  issuedIso: iso,
  acceptedIso: iso,
  endedIso: iso,
  expiresIso: z.string(),
  /** What this session may do with it now. */
  rights: z.object({ approve: z.boolean(), withdraw: z.boolean() }),
});

/** Whether a plant can be controlled at all, and what of that this session may do. */
export const controlState = z.object({
  /** Its owner has switched remote control off. */
  isOff: z.boolean(),
  offIso: iso,
  /** Only the owner switches; where there is none any more, who manages the company that looks after it switches on, from `freeIso` on. */
  maySwitch: z.boolean(),
  /** From when this session may switch on a plant without an owner; null: it has one, is on, or this is not for the session to do. */
  freeIso: iso,
  mayRead: z.boolean(),
  mayWrite: z.boolean(),
  mayApprove: z.boolean(),
  /** Signed in with a password alone, which is not enough to control anything. */
  needsSecondFactor: z.boolean(),
});
