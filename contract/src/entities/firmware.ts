// A version of a product's firmware, and what it is to a device.
import { z } from 'zod';
import { FIRMWARE_BYTES, FIRMWARE_FITS, FIRMWARE_STATES, UPDATE_STEPS } from '../firmware.ts';
import { int, iso, rowId, text } from './parts.ts';
import { modelCode } from './product.ts';

export const firmwareId = rowId;

/** What a person says of a version before its file comes in. */
export const firmwareFields = {
  /** As devices report it once it runs, so that an update can be told from its report. */
  versionName: text(60, 1),
  model: modelCode,
  /** The hardware version that it is for, as devices report it; '' is for all. */
  hardware: text(60),
  description: text(2000),
  fileName: text(200, 1),
  bytes: int(1, FIRMWARE_BYTES),
  /** Ed25519 of the file by its maker, base64. */
  signature: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9+/]{86}==$/),
  /** A device without a newer one has to take it. */
  isForced: z.boolean(),
};

export const firmwareRow = z.object({
  id: z.number().int(),
  versionName: z.string(),
  model: z.number().int(),
  /** '': its product is gone. */
  modelName: z.string(),
  hardware: z.string(),
  description: z.string(),
  fileName: z.string(),
  bytes: z.number().int(),
  /** How much of it is there. */
  received: z.number().int(),
  state: z.enum(FIRMWARE_STATES),
  /** Hex, of what came in; '': not all of it is there. */
  sha256: z.string(),
  /** Base64; found right where all of the file is there. */
  signature: z.string(),
  isPublished: z.boolean(),
  isForced: z.boolean(),
  createdIso: z.string(),
  publishedIso: iso,
  /** What this session may do with it. */
  rights: z.object({ update: z.boolean() }),
});

/** The update of a device that was asked for last. */
export const updateRow = z.object({
  id: z.string(),
  step: z.enum(UPDATE_STEPS),
  /** Of one that failed: a word of COMMAND_ENDINGS, of a device's refusals, or a device's own. */
  reason: z.string(),
  versionName: z.string(),
  askedIso: z.string(),
  endedIso: iso,
});

export const firmwareDevice = z.object({
  sid: z.string(),
  siteName: z.string(),
  sn: z.string(),
  alias: z.string(),
  /** As it reports them; '': it has not. */
  hardware: z.string(),
  versionName: z.string(),
  fit: z.enum(FIRMWARE_FITS),
  /** Null: none was ever asked for. */
  update: updateRow.nullable(),
  rights: z.object({ update: z.boolean() }),
});
