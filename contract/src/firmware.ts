// States and limits of firmware and updates; without schemas, so that pages can load it.

/** States of a device's update, in order; the last two are final. `asking`: waits for the owner's consent. */
export const UPDATE_STEPS = ['asking', 'queued', 'downloading', 'verified', 'updated', 'failed'] as const;
export type UpdateStep = (typeof UPDATE_STEPS)[number];

/** Relation of a version to a device; a `newer` one is offered as update, an `older` one as roll-back. */
export const FIRMWARE_FITS = ['newer', 'same', 'older', 'otherHardware', 'unknown'] as const;
export type FirmwareFit = (typeof FIRMWARE_FITS)[number];

/** States of a file: upload incomplete; complete with a valid signature; offered to devices. */
export const FIRMWARE_STATES = ['uploading', 'draft', 'published'] as const;

/** Bytes of a file, and of each uploaded and stored chunk; the last one is shorter. */
export const FIRMWARE_BYTES = 16_777_216;
export const FIRMWARE_CHUNK_BYTES = 524_288;
export const MAX_FIRMWARE = 2000;
/** Seconds that an update waits for its gateway, and that it may take once sent, as it blocks the gateway for others. */
export const UPDATE_VALID_S = 86_400;
export const UPDATE_RUN_S = 3600;
/** Advice of `device/detailWifiOta`. */
export const ADVICE = { forced: 0, offered: 1, none: 2 } as const;
/** Devices of one request for Wi-Fi versions. */
export const MAX_WIFI_DEVICES = 50;
/** Newest versions on the page of a device. */
export const MAX_OFFERED = 50;

/** An owner's answers to an update; `later` is not consent: the question returns on the day that the owner chose. */
export const CONSENT_ANSWERS = ['yes', 'no', 'later'] as const;
export type OwnerAnswer = (typeof CONSENT_ANSWERS)[number];
/** Days to answer, from the question or its repetition, and the latest day for a repetition. */
export const CONSENT_DAYS = 14;
export const MAX_POSTPONE_DAYS = 30;
