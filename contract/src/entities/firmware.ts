// A firmware version of a product, and its relation to a device.
import { z } from 'zod';
import { FIRMWARE_BYTES, FIRMWARE_FITS, FIRMWARE_STATES, UPDATE_STEPS } from '../firmware.ts';
import { int, iso, rowId, text } from './parts.ts';
import { modelCode } from './product.ts';

export const firmwareId = rowId;

/** Data of a version, entered before its file is uploaded. */
export const firmwareFields = {
  /** As devices report it, so that a report confirms an update. */
  versionName: text(60, 1),
  model: modelCode,
  /** Hardware version that it is for, as devices report it; '' for all. */
  hardware: text(60),
  description: text(2000),
  fileName: text(200, 1),
  bytes: int(1, FIRMWARE_BYTES),
  /** The manufacturer's Ed25519 signature of the file, base64. */
  signature: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9+/]{86}==$/),
  /** Whether devices without a newer version must install it. */
  isForced: z.boolean(),
};

export const firmwareRow = z.object({
  id: z.number().int(),
  versionName: z.string(),
  model: z.number().int(),
  /** '' if the product was deleted. */
  modelName: z.string(),
  hardware: z.string(),
  description: z.string(),
  fileName: z.string(),
  bytes: z.number().int(),
  /** Uploaded bytes. */
  received: z.number().int(),
  state: z.enum(FIRMWARE_STATES),
  /** SHA-256 of the uploaded file, hex; '' until it is complete. */
  sha256: z.string(),
  /** Base64; verified once the file is complete. */
  signature: z.string(),
  isPublished: z.boolean(),
  isForced: z.boolean(),
  createdIso: z.string(),
  publishedIso: iso,
  /** Permissions of this session. */
  rights: z.object({ update: z.boolean() }),
});

/** The last requested update of a device. */
export const updateRow = z.object({
  id: z.string(),
  step: z.enum(UPDATE_STEPS),
  /** Reason of a failure: a word of COMMAND_ENDINGS, a refusal of report.ts, or the device's own. */
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
  /** As reported; '' if not. */
  hardware: z.string(),
  versionName: z.string(),
  fit: z.enum(FIRMWARE_FITS),
  /** Null: none was ever requested. */
  update: updateRow.nullable(),
  rights: z.object({ update: z.boolean() }),
});
