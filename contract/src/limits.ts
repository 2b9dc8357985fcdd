// Bounds that the server keeps and the web tells beforehand; apart from the schemas, which not every page loads.

/** The terms and the privacy policy as they are now: who registers agrees to these. */
export const TERMS_VERSION = '2026-11-27';
/** How long the link to a new password and the code of a registration are good for, and how often the code may be wrong. */
/** From when a role or a company asks its people for a second factor, or from when somebody came into it. */
export const SECOND_FACTOR_GRACE_DAYS = 14;
/** Before somebody else's request takes a lost second factor off an account. */
export const FACTOR_RESET_HOURS = 24;
/** So long it can then be used; later it has to be asked for again. */
export const FACTOR_RESET_OPEN_DAYS = 7;
export const RESET_MINUTES = 30;
export const CODE_MINUTES = 10;
/** Who has no password to type again has signed in within this time. */
export const FRESH_SIGN_IN_MINUTES = 15;
export const CODE_TRIES = 5;
/** So long both addresses of an account may agree that it moves from one to the other. */
export const EMAIL_CHANGE_HOURS = 24;
/** Plants that go with an account that leaves. */
export const MAX_LISTED_PLANTS = 200;

/** What one account may have of each, and how long a token is good at most. */
export const MAX_PASSKEYS = 20;
export const MAX_TOKENS = 20;
export const MAX_TOKEN_DAYS = 365;
export const RECOVERY_CODES = 10;
/** E-mail domains of one company's sign-in. */
export const MAX_SIGN_IN_DOMAINS = 20;
export const MAX_WEBHOOKS = 10;
export const MAX_BROWSERS = 20;
/** Plants that a webhook names, and messages that wait for one; days that its log is kept and that it may fail before it is turned off. */
export const MAX_CHANNEL_PLANTS = 200;
export const MAX_PENDING_MESSAGES = 1000;
export const DELIVERY_LOG_DAYS = 30;
export const CHANNEL_FAILS_DAYS = 5;

/** Saved views of one list. */
export const MAX_SAVED_VIEWS = 20;

/** Days of one download of a device's samples at once: a year. */
export const MAX_DOWNLOAD_DAYS = 366;
/** Days of a file that is made in the background: ten years. */
export const MAX_FILE_DAYS = 3660;
/** How long it can be fetched. */
export const FILE_HOURS = 24;
/** Days of samples that a page of a table may be taken from: a year. */
export const MAX_HISTORY_DAYS = 366;

/** As near as a map shows plants, as map tiles count it: a house fills the screen. */
export const DEEPEST_ZOOM = 19;
/** Plants of one place on a map that are named. */
export const MAX_BULK_ITEMS = 8;

/** Days of one report, and of one that has a row a day. */
export const MAX_REPORT_DAYS = 3660;
export const MAX_REPORT_DAY_ROWS = 62;
/** Plants of one file of reports. */
export const MAX_REPORT_PLANTS = 50;

/** How a plant's id is written: `DE_20261121_k7Qm4x`. What is not so written is no plant. */
export const SID_FORM = /^[A-Z]{2}_\d{8}_[0-9A-Za-z]{6,16}$/;

/** No plant is older, and no calendar is sure of what comes later. */
export const FIRST_DAY = '1900-01-01';
export const LAST_DAY = '2199-12-31';

/** Minutes of a slot of a day's chart that readers choose from. */
export const CHART_STEPS_MIN = [1, 5, 15, 30, 60] as const;
/** Days of one energy chart: a year and its last month again by day, 25 years by month, a century by year. */
export const MAX_CHART_DAYS = { byDay: 400, byMonth: 9132, byYear: 36_525 } as const;

/** Pages that a plant's modules are sorted into. */
export const MAX_MODULE_PAGES = 100;
/** Devices that one gateway can report for (docs/devices/protocol.md). */
export const MAX_CHILDREN = 255;
/** Days of one chart of a module's energy: its share of each is worked out of that day's samples. */
export const MAX_MODULE_DAYS = 62;

/** Serial numbers that passwords are generated for at once, and how long each is good for at least. */
export const MAX_BDM_PASSWORDS = 20;
export const BDM_PURPOSE = { shortest: 3, longest: 200 } as const;
export const BDM_PASSWORD_MINUTES = [15, 60, 1440] as const;

/** Zones of a plant's layout, rows or columns of one, and modules in all of them. */
export const MAX_ZONES = 100;
export const MAX_ZONE_SIDE = 100;
export const MAX_LAYOUT_MODULES = 4000;
/** How far from its beginning anything lies on the plan. */
export const MAX_LAYOUT_METRES = 5000;
/** A photo of the roof as it is sent, and the pixels of its longer side as it is kept. */
export const PHOTO_BYTES = 16_777_216;
export const PHOTO_PIXELS = 2048;

/** Pictures of one plant; each as large as a photo of the roof. */
export const MAX_SITE_PICTURES = 12;

/** A file of serial numbers: its bytes, those of what is packed in it, and the rows that it may have. */
export const SHEET_BYTES = 4_194_303;
export const SHEET_UNPACKED_BYTES = 33_554_432;
export const MAX_SHEET_ROWS = 10_000;
/** Modules of all plants are listed and counted so far and no further; where words are searched, which costs more for each. */
export const MAX_COUNTED_PANELS = 10_000;
export const MAX_PANEL_HITS = 2000;
/** Serial numbers are counted so far and no further. */
export const MAX_COUNTED_NUMBERS = 100_000;

/** Of a user's picture. */
export const PICTURE_BYTES = 1_048_576;
export const PICTURE_PIXELS = 4096;

/** A serial number: 4 to 32 letters, digits, `_` and `-`, the first a letter or digit; upper case, so that one device is one number whoever tells it. */
export const SERIAL_NUMBER: RegExp = /^[0-9A-Z][0-9A-Z_-]{3,31}$/;

/** How far back a dashboard's charts go, today and this week included (spec.md section 9). */
export const DASHBOARD_DAYS = 7;
export const DASHBOARD_WEEKS = 12;

/** A document: its bytes, in one request and in pieces; and what of its text is searched. */
export const DOCUMENT_BYTES = 16_777_216;
export const MAX_CHUNKED_DOCUMENT_BYTES = 268_435_456;
/** Of each piece but the last. */
export const DOCUMENT_CHUNK_BYTES = 2_097_152;
/** What of a file that broke off is kept to go on with. */
export const DOCUMENT_UPLOAD_DAYS = 7;
/** Of one company's documents together. */
export const MAX_DOCUMENT_GB = 16;
export const MAX_DOCUMENT_PAGES = 2000;
/** Documents of one company, each version counted. */
export const MAX_DOCUMENTS = 1000;
/** Of one document. */
export const MAX_DOCUMENT_VERSIONS = 50;
export const MAX_DOCUMENT_MODELS = 50;
/** How long the link to a document's file is good for. */
export const DOCUMENT_LINK_MINUTES = 10;
