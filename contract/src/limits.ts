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
export const MOST_LEAVING_PLANTS = 200;

/** What one account may have of each, and how long a token is good at most. */
export const MOST_PASSKEYS = 20;
export const MOST_TOKENS = 20;
export const MOST_TOKEN_DAYS = 365;
export const RECOVERY_CODES = 10;
/** E-mail domains of one company's sign-in. */
export const MOST_SIGN_IN_DOMAINS = 20;
export const MOST_WEBHOOKS = 10;
export const MOST_BROWSERS = 20;
/** Plants that a webhook names, and messages that wait for one; days that its log is kept and that it may fail before it is turned off. */
export const MOST_CHANNEL_PLANTS = 200;
export const MOST_WAITING_MESSAGES = 1000;
export const DELIVERY_LOG_DAYS = 30;
export const CHANNEL_FAILS_DAYS = 5;

/** Saved views of one list. */
export const MOST_SAVED_VIEWS = 20;

/** Days of one download of a device's samples at once: a year. */
export const MOST_DOWNLOAD_DAYS = 366;
/** Days of a file that is made in the background: ten years. */
export const MOST_FILE_DAYS = 3660;
/** How long it can be fetched. */
export const FILE_HOURS = 24;
/** Days of samples that a page of a table may be taken from: a year. */
export const MOST_HISTORY_DAYS = 366;

/** As near as a map shows plants, as map tiles count it: a house fills the screen. */
export const DEEPEST_ZOOM = 19;
/** Plants of one place on a map that are named. */
export const MOST_TOGETHER = 8;

/** Days of one report, and of one that has a row a day. */
export const MOST_REPORT_DAYS = 3660;
export const MOST_REPORT_DAY_ROWS = 62;
/** Plants of one file of reports. */
export const MOST_REPORT_PLANTS = 50;

/** How a plant's id is written: `DE_20261121_k7Qm4x`. What is not so written is no plant. */
export const SID_FORM = /^[A-Z]{2}_\d{8}_[0-9A-Za-z]{6,16}$/;

/** No plant is older, and no calendar is sure of what comes later. */
export const FIRST_DAY = '1900-01-01';
export const LAST_DAY = '2199-12-31';

/** Minutes of a slot of a day's chart that readers choose from. */
export const CHART_STEPS_MIN = [1, 5, 15, 30, 60] as const;
/** Days of one energy chart: a year and its last month again by day, 25 years by month, a century by year. */
export const MOST_CHART_DAYS = { byDay: 400, byMonth: 9132, byYear: 36_525 } as const;

/** Pages that a plant's modules are sorted into. */
export const MOST_MODULE_PAGES = 100;
/** Devices that one gateway can report for (docs/devices/protocol.md). */
export const MOST_CHILDREN = 255;
/** Days of one chart of a module's energy: its share of each is worked out of that day's samples. */
export const MOST_MODULE_DAYS = 62;

/** Serial numbers that passwords are generated for at once, and how long each is good for at least. */
export const MOST_BDM_PASSWORDS = 20;
export const BDM_PURPOSE = { shortest: 3, longest: 200 } as const;
export const BDM_PASSWORD_MINUTES = [15, 60, 1440] as const;

/** Zones of a plant's layout, rows or columns of one, and modules in all of them. */
export const MOST_ZONES = 100;
export const MOST_ZONE_SIDE = 100;
export const MOST_LAYOUT_MODULES = 4000;
/** How far from its beginning anything lies on the plan. */
export const MOST_LAYOUT_METRES = 5000;
/** A photo of the roof as it is sent, and the pixels of its longer side as it is kept. */
export const PHOTO_BYTES = 16_777_216;
export const PHOTO_PIXELS = 2048;

/** Pictures of one plant; each as large as a photo of the roof. */
export const MOST_SITE_PICTURES = 12;

/** A file of serial numbers: its bytes, those of what is packed in it, and the rows that it may have. */
export const SHEET_BYTES = 4_194_303;
export const SHEET_UNPACKED_BYTES = 33_554_432;
export const MOST_SHEET_ROWS = 10_000;
/** Modules of all plants are listed and counted so far and no further; where words are searched, which costs more for each. */
export const MOST_COUNTED_PANELS = 10_000;
export const MOST_FOUND_PANELS = 2000;
/** Serial numbers are counted so far and no further. */
export const MOST_COUNTED_NUMBERS = 100_000;

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
export const DOCUMENT_BYTES_IN_PIECES = 268_435_456;
/** Of each piece but the last. */
export const DOCUMENT_PIECE_BYTES = 2_097_152;
/** What of a file that broke off is kept to go on with. */
export const DOCUMENT_UPLOAD_DAYS = 7;
/** Of one company's documents together. */
export const MOST_DOCUMENT_GB = 16;
export const MOST_DOCUMENT_PAGES = 2000;
/** Documents of one company, each version counted. */
export const MOST_DOCUMENTS = 1000;
/** Of one document. */
export const MOST_DOCUMENT_VERSIONS = 50;
export const MOST_DOCUMENT_MODELS = 50;
/** How long the link to a document's file is good for. */
export const DOCUMENT_LINK_MINUTES = 10;
