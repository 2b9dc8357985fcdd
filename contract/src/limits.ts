// Limits that the server enforces and pages show beforehand; separate from the schemas, which few pages load.

/** Version of the terms and the privacy policy that a new account agrees to. */
export const TERMS_VERSION = '2026-11-27';
/** Validity of password links and registration codes, and allowed wrong codes. */
/** Time to set up a second factor, from when a role or company requires it or from when the person joined. */
export const SECOND_FACTOR_GRACE_DAYS = 14;
/** Delay before another person's request removes a lost second factor from an account. */
export const FACTOR_RESET_HOURS = 24;
/** Validity of that removal; later it has to be requested again. */
export const FACTOR_RESET_OPEN_DAYS = 7;
export const RESET_MINUTES = 30;
export const CODE_MINUTES = 10;
/** Accounts without a password must have signed in within this time for sensitive changes. */
export const FRESH_SIGN_IN_MINUTES = 15;
export const CODE_TRIES = 5;
/** Time for both addresses to confirm a change of the account's e-mail address. */
export const EMAIL_CHANGE_HOURS = 24;
/** Plants that are deleted together with an account. */
export const MAX_LISTED_PLANTS = 200;

/** Limits of one account, and the longest validity of a token. */
export const MAX_PASSKEYS = 20;
export const MAX_TOKENS = 20;
export const MAX_TOKEN_DAYS = 365;
export const RECOVERY_CODES = 10;
/** E-mail domains of a company's sign-in. */
export const MAX_SIGN_IN_DOMAINS = 20;
export const MAX_WEBHOOKS = 10;
export const MAX_BROWSERS = 20;
/** Plants of a webhook and its pending messages; days of its log, and days of failures before it is disabled. */
export const MAX_CHANNEL_PLANTS = 200;
export const MAX_PENDING_MESSAGES = 1000;
export const DELIVERY_LOG_DAYS = 30;
export const CHANNEL_FAILS_DAYS = 5;

/** Saved views of a list. */
export const MAX_SAVED_VIEWS = 20;

/** Days of a direct download of a device's samples: a year. */
export const MAX_DOWNLOAD_DAYS = 366;
/** Days of a background export: ten years. */
export const MAX_FILE_DAYS = 3660;
/** Days of all devices together in an export of a plant: 27 devices for a year, 320 for a month. */
export const MAX_FILE_DEVICE_DAYS = 10_000;
/** Validity of its download. */
export const FILE_HOURS = 24;
/** Days of samples that a paged table may span: a year. */
export const MAX_HISTORY_DAYS = 366;

/** Highest zoom level of map tiles for plants: a house fills the screen. */
export const DEEPEST_ZOOM = 19;
/** Plants that are named at one place on a map. */
export const MAX_BULK_ITEMS = 8;

/** Days of a report, and of a report with a row for each day. */
export const MAX_REPORT_DAYS = 3660;
export const MAX_REPORT_DAY_ROWS = 62;
/** Plants of a file of reports. */
export const MAX_REPORT_PLANTS = 50;

/** Format of a plant's id: `DE_20261121_k7Qm4x`. */
export const SID_FORM = /^[A-Z]{2}_\d{8}_[0-9A-Za-z]{6,16}$/;

/** Range of days: no plant is older, and later calendars are uncertain. */
export const FIRST_DAY = '1900-01-01';
export const LAST_DAY = '2199-12-31';

/** Selectable minutes of a slot of a day's chart. */
export const CHART_STEPS_MIN = [1, 5, 15, 30, 60] as const;
/** Days of an energy chart: a year and a month by day, 25 years by month, a century by year. */
export const MAX_CHART_DAYS = { byDay: 400, byMonth: 9132, byYear: 36_525 } as const;

/** Groups of a plant's modules. */
export const MAX_MODULE_PAGES = 100;
/** Devices of a gateway (docs/devices/protocol.md). */
export const MAX_CHILDREN = 255;
/** Days of a chart of a module's energy: each is computed from that day's samples. */
export const MAX_MODULE_DAYS = 62;

/** Serial numbers of one request for passwords, and the selectable minimum validity. */
export const MAX_BDM_PASSWORDS = 20;
export const BDM_PURPOSE = { shortest: 3, longest: 200 } as const;
export const BDM_PASSWORD_MINUTES = [15, 60, 1440] as const;

/** Zones of a plant's layout, rows or columns of a zone, and modules of all zones. */
export const MAX_ZONES = 100;
export const MAX_ZONE_SIDE = 100;
export const MAX_LAYOUT_MODULES = 4000;
/** Largest coordinate on the plan, m. */
export const MAX_LAYOUT_METRES = 5000;
/** Uploaded bytes of a roof photo, and pixels of the longer side of the stored photo. */
export const PHOTO_BYTES = 16_777_216;
export const PHOTO_PIXELS = 2048;

/** Pictures of a plant; each may be as large as a roof photo. */
export const MAX_SITE_PICTURES = 12;
/** A file of proof of an ownership claim. */
export const PROOF_BYTES = 8_388_608;
/** Open ownership claims of a company, or of a person without one. */
export const MAX_OWNERSHIP_CLAIMS = 10;

/** People that a plant is shared with. */
export const MAX_GUESTS = 20;
/** Maximum length of the message in a request for access to a plant. */
export const MAX_JOIN_MESSAGE = 300;

/** A file of serial numbers: bytes, unpacked bytes and rows. */
export const SHEET_BYTES = 4_194_303;
export const SHEET_UNPACKED_BYTES = 33_554_432;
export const MAX_SHEET_ROWS = 10_000;
/** Modules of all plants are listed and counted up to this number; a lower one applies to text searches, which cost more. */
export const MAX_COUNTED_PANELS = 10_000;
export const MAX_PANEL_HITS = 2000;
/** Serial numbers are counted up to this number. */
export const MAX_COUNTED_NUMBERS = 100_000;

/** Bytes of a user's picture. */
/** A mark of a brand. */
export const MARK_BYTES = 1024 * 1024;
export const PICTURE_BYTES = 1_048_576;
export const PICTURE_PIXELS = 4096;

/** Placeholders of devices and labels whose serial number was never set (spec.md section 9). No number of zeros only names a device. */
export const UNSET_SERIAL_NUMBERS = ['0', '0000', '000000000000', '0000000000000000'] as const;
/**
 * A serial number: 4 to 32 letters, digits, `_` and `-`, the first a letter or digit, and not zeros only; upper case, so that a device
 * has one number in all sources.
 */
export const SERIAL_NUMBER: RegExp = /^(?!0+$)[0-9A-Z][0-9A-Z_-]{3,31}$/;

/** Range of a dashboard's charts, including today and this week (spec.md section 9). */
export const DASHBOARD_DAYS = 7;
export const DASHBOARD_WEEKS = 12;

/** A document: bytes in one request and in chunks, and searchable text. */
export const DOCUMENT_BYTES = 16_777_216;
export const MAX_CHUNKED_DOCUMENT_BYTES = 268_435_456;
/** Bytes of each chunk but the last. */
export const DOCUMENT_CHUNK_BYTES = 2_097_152;
/** How long an interrupted upload can be resumed. */
export const DOCUMENT_UPLOAD_DAYS = 7;
/** Bytes of all documents of a company. */
export const MAX_DOCUMENT_GB = 16;
export const MAX_DOCUMENT_PAGES = 2000;
/** Documents of a company, counting each version. */
export const MAX_DOCUMENTS = 1000;
/** Versions of a document. */
export const MAX_DOCUMENT_VERSIONS = 50;
export const MAX_DOCUMENT_MODELS = 50;
/** Validity of the link to a document's file. */
export const DOCUMENT_LINK_MINUTES = 10;
