// What firmware speaks of beside its shapes: how far an update is, whether a version may be offered. Read by pages, too, apart from the schemas.

/** Of a device that is told to update, forward only; the last two are ends. `asking`: its owner has not said yes. */
export const UPDATE_STEPS = ['asking', 'queued', 'downloading', 'verified', 'updated', 'failed'] as const;
export type UpdateStep = (typeof UPDATE_STEPS)[number];

/** What a version would be to a device; it is offered where it is `newer`, and as a roll-back where it is `older`. */
export const FIRMWARE_FITS = ['newer', 'same', 'older', 'otherHardware', 'unknown'] as const;
export type FirmwareFit = (typeof FIRMWARE_FITS)[number];

/** Of a file: not all of it is there; it is, with a right signature; devices are offered it. */
export const FIRMWARE_STATES = ['uploading', 'draft', 'published'] as const;

/** Bytes of a file, and of each piece in which it comes in and is kept; the last piece is shorter. */
export const FIRMWARE_BYTES = 16_777_216;
export const FIRMWARE_CHUNK_BYTES = 524_288;
export const MAX_FIRMWARE = 2000;
/** How long an update waits for its gateway, s; and how long it may take once it is sent, as nothing else reaches the gateway meanwhile. */
export const UPDATE_VALID_S = 86_400;
export const UPDATE_RUN_S = 3600;
/** What `device/detailWifiOta` advises. */
export const ADVICE = { forced: 0, offered: 1, none: 2 } as const;
/** Devices that one call of theirs names. */
export const MAX_WIFI_DEVICES = 50;
/** Versions that the page of one device names, the newest. */
export const MAX_OFFERED = 50;

/** What an owner says to an update of his devices: `later` is no yes, he is asked again on the day that he names. */
export const CONSENT_ANSWERS = ['yes', 'no', 'later'] as const;
export type OwnerAnswer = (typeof CONSENT_ANSWERS)[number];
/** So many days an owner has for his answer, also from the day on which he is asked again; and how far that day may be from the question. */
export const CONSENT_DAYS = 14;
export const MAX_POSTPONE_DAYS = 30;
