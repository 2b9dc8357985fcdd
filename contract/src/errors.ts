// Refusal words and the codes the envelope carries for them; one word, one code, never reused.

/** Words below 1000 mirror the HTTP status of the same number. */
export const REFUSALS = {
  badRequest: 400,
  /** No session, an expired one, or (at sign-in only, with HTTP 200) wrong credentials. */
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  fault: 500,
  maintenance: 503,
  wrongCredentials: 401,
  tooManyRequests: 1000,
  accountFrozen: 1001,
  wrongPassword: 1002,
  samePassword: 1003,
  noSuchSession: 1004,
  noSuchSite: 1005,
  noSuchDevice: 1006,
  noSuchProduct: 1007,
  noSuchUser: 1008,
  /** In a plant that the caller holds; one of others is serialNumberFailed. */
  serialNumberTaken: 1009,
  // 1010 and 1011 told restricted and unreadable numbers apart
  serialNumberRepeated: 1012,
  unknownTimezone: 1013,
  unknownCountry: 1014,
  unknownCurrency: 1015,
  rangeTooLong: 1016,
  timeReversed: 1017,
  keyReused: 1018,
  siteHasChanged: 1019,
  setupLinkUsed: 1020,
  noSuchCompany: 1021,
  noSuchEvent: 1022,
  siteReadOnly: 1301,
  passwordCommon: 1341,
  passwordIsAccount: 1342,
  passwordIsProduct: 1343,
  serialNumberFailed: 1311,
  /** So many of the caller's changes are under way; each is answered or refused within seconds. */
  tooManyChanges: 1321,
  /** The database was kept from it by others for too long; nothing was changed. */
  tookTooLong: 1322,
  /** The same request, by its key, has neither been answered nor failed: it goes on, and keeps its key. */
  stillUnderWay: 1371,
  /** A request that waited for something ended when it had begun to change things: what became of it has to be looked at. */
  interrupted: 1372,
  /** Of what a call takes, or of all its files together. */
  fileTooLarge: 1373,
  /** By its first bytes none of the kinds that are taken, or without its size. */
  pictureUnreadable: 1374,
  pictureTooWide: 1375,
} as const;

export type RefusalWord = keyof typeof REFUSALS;

/** An expected "no": thrown by a call, told as HTTP 200 with its code and a message in the caller's language. */
export class Refusal extends Error {
  readonly word: RefusalWord;
  readonly values: Record<string, string | number>;
  constructor(word: RefusalWord, values: Record<string, string | number> = {}) {
    super(word);
    this.word = word;
    this.values = values;
  }
}
