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
  /** Of a device that does not sign in: frames over HTTP, or a child of a gateway. */
  noCredential: 1023,
  /** It measures nothing that could be set: it is no meter and no battery, or a battery was given a role. */
  noMeter: 1024,
  /** There is no restriction to be cancelled. */
  notRestricted: 1025,
  /** A day that has not begun in the plant. */
  notYet: 1440,
  /** So many removals of a device's history are kept. */
  removalsFull: 1441,
  /** It was brought back, is on its way, or is too old. */
  notRestorable: 1442,
  /** The device is in that plant already. */
  alreadyThere: 1443,
  /** What comes is of another kind than what leaves. */
  otherKindComes: 1444,
  /** Somebody else has changed the layout; who and when is said. */
  layoutHasChanged: 1445,
  /** A module stands twice in the layout. */
  moduleTwice: 1446,
  /** Two modules at one place of a zone. */
  placeTaken: 1447,
  /** A place beyond the rows and columns of its zone. */
  noSuchPlace: 1448,
  /** How the module lies is its zone's to say. */
  zoneSaysSo: 1449,
  /** What is asked is told of other kinds of devices. */
  otherKind: 1400,
  siteReadOnly: 1301,
  /** Only gateways of the plant have microinverters under them. */
  noGateway: 1410,
  noMicroinverter: 1411,
  /** The device has no such input. */
  noSuchModule: 1412,
  noSuchModulePage: 1413,
  tooManyModulePages: 1414,
  /** Another page of the plant is called so. */
  modulePageTaken: 1415,
  gatewayFull: 1416,
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
  /** Prices of days that are over would change, and nobody said that they should. */
  pastPrices: 1430,
  /** Not ready, not there any more, or another's. */
  noSuchFile: 1431,
  /** So many files are being made for the caller. */
  tooManyFiles: 1432,
  /** The caller keeps so many. */
  filesFull: 1433,
  /** One file of reports has so many. */
  tooManyPlants: 1450,
  /** Of a mail: its recipient is no longer named. */
  noSuchMailLink: 1451,
  /** An address that has to be confirmed, and nothing to ask it by. */
  noMailServer: 1452,
  /** The plant has an owner, who alone offers it to somebody else. */
  ownerHandsOver: 1470,
  /** To whom the plant is offered it belongs. */
  ownsAlready: 1471,
  /** It is offered to somebody who has not answered. */
  offerUnderWay: 1472,
  /** Taken back, answered, over, or never made: which of these is not said. */
  noSuchOffer: 1473,
  /** The care of a plant is for accounts that work for a company. */
  installersOnly: 1474,
  /** Unknown, over, or taken back: which of these is not said. */
  noSuchPublicPage: 1475,
  /** A public page ends today at the earliest, and within a year. */
  publicUntil: 1476,
  /** So many links to public pages of one plant are open. */
  publicLinksFull: 1477,
  /** The plant has so many pictures. */
  picturesFull: 1478,
  noSuchPicture: 1479,
  /** Whose plant it is ends its care, nobody else. */
  ownerEndsCare: 1480,
  /** No company but the operator's, and no installer. */
  nobodyCares: 1481,
  /** It is no BDM device, whose passwords can be derived. */
  noBdmPassword: 1500,
  /** The operator has given the brand no secret to derive them from. */
  noBdmSecret: 1501,
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
