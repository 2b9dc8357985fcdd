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
  sessionNotFound: 1004,
  siteNotFound: 1005,
  deviceNotFound: 1006,
  productNotFound: 1007,
  userNotFound: 1008,
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
  companyNotFound: 1021,
  eventNotFound: 1022,
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
  cellTaken: 1447,
  /** A place beyond the rows and columns of its zone. */
  cellNotFound: 1448,
  /** How the module lies is its zone's to say. */
  setByZone: 1449,
  /** What is asked is told of other kinds of devices. */
  otherKind: 1400,
  siteReadOnly: 1301,
  /** Only gateways of the plant have microinverters under them. */
  noGateway: 1410,
  noMicroinverter: 1411,
  /** The device has no such input. */
  moduleNotFound: 1412,
  modulePageNotFound: 1413,
  tooManyModulePages: 1414,
  /** Another page of the plant is called so. */
  modulePageTaken: 1415,
  gatewayFull: 1416,
  passwordCommon: 1341,
  /** It stands in the operator's list of stolen ones, or the service that the operator has named knows it. */
  passwordStolen: 1605,
  passwordIsAccount: 1342,
  passwordIsProduct: 1343,
  serialNumberFailed: 1311,
  /** So many of the caller's changes are under way; each is answered or refused within seconds. */
  tooManyChanges: 1321,
  /** The database was kept from it by others for too long; nothing was changed. */
  tookTooLong: 1322,
  /** The same request, by its key, has neither been answered nor failed: it goes on, and keeps its key. */
  stillInProgress: 1371,
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
  fileNotFound: 1431,
  /** So many files are being made for the caller. */
  tooManyFiles: 1432,
  /** The caller keeps so many. */
  filesFull: 1433,
  /** One file of reports has so many. */
  tooManyPlants: 1450,
  /** Of a mail: its recipient is no longer named. */
  mailLinkNotFound: 1451,
  /** An address that has to be confirmed, and nothing to ask it by. */
  noMailServer: 1452,
  /** The plant has an owner, who alone offers it to somebody else. */
  ownerHandsOver: 1470,
  /** To whom the plant is offered it belongs. */
  alreadyOwner: 1471,
  /** It is offered to somebody who has not answered. */
  offerPending: 1472,
  /** Taken back, answered, over, or never made: which of these is not said. */
  offerNotFound: 1473,
  /** The care of a plant is for accounts that work for a company. */
  installersOnly: 1474,
  /** Unknown, over, or taken back: which of these is not said. */
  publicPageNotFound: 1475,
  /** A public page ends today at the earliest, and within a year. */
  publicUntil: 1476,
  /** So many links to public pages of one plant are open. */
  publicLinksFull: 1477,
  /** The plant has so many pictures. */
  picturesFull: 1478,
  pictureNotFound: 1479,
  /** Whose plant it is ends its care, nobody else. */
  ownerUnassignsInstaller: 1480,
  /** No company but the operator's, and no installer. */
  noInstallerAssigned: 1481,
  /** Missing, or of a company that the caller does not see: which of these is not said. */
  roleNotFound: 1482,
  /** One of the portal's own roles: what it may do is the administrator's to say, its name and its end nobody's. */
  systemRole: 1483,
  /** Nobody grants what he does not hold. */
  notHeld: 1484,
  /** Without it nobody could undo the change. */
  keepsAdministrators: 1485,
  /** Somebody else has changed it since it was read. */
  changedMeanwhile: 1486,
  roleInUse: 1487,
  menuNotFound: 1488,
  menuHasChildren: 1489,
  /** A group stands at the top, a page there or in a group, a button and a page module in a page. */
  menuPosition: 1490,
  /** The portal is looked at as another role would, in which nothing is changed. */
  viewingAs: 1491,
  /** Of a forgotten password: used, over, replaced by a newer link, or never mailed: which of these is not said. */
  passwordResetNotFound: 1434,
  /** The portal's brand lets nobody register. */
  registrationClosed: 1435,
  /** Of a registration: not the one that was mailed, over, or tried too often: which of these is not said. */
  wrongCode: 1436,
  /** Agreed to was an older version than today's. */
  termsHaveChanged: 1437,
  /** A person that is not among those of the caller's branch, or an invitation that is over: which of these is not said. */
  personNotFound: 1453,
  /** One's own place is changed by others. */
  notOneself: 1454,
  /** The person may more than the caller, or manages the caller's own company. */
  outranksYou: 1455,
  /** Somebody in the company may more than the caller, or is the last who runs the portal. */
  closesMore: 1600,
  /** The role may more than the caller, or there is none: which of these is not said. */
  roleNotAssignable: 1456,
  /** The person works in that company, or is invited into it. */
  alreadyMember: 1457,
  /** Somebody who works elsewhere, too, keeps their own name and address. */
  ownProfile: 1458,
  /** A company would be above itself. */
  companyCycle: 1459,
  /** A company of this kind does not stand below one of that kind. */
  companyKind: 1460,
  /** The caller's own company, or one above it, is changed by those above. */
  ownCompany: 1461,
  /** Others stand below it. */
  companiesBelow: 1462,
  /** Used, over, or withdrawn: which of these is not said. */
  invitationNotFound: 1463,
  /** A session changes to a company in which its account has a place. */
  noMembershipThere: 1464,
  /** What a token's scope does not reach: a change with `read`, the account itself with either. */
  tokenMayNot: 1438,
  /** A token's requests of these minutes are used up. */
  tokenBudget: 1439,
  /** The password is right, and the account asks for a code besides. */
  secondFactorNeeded: 1492,
  /** A code that is wrong, over, or was used: which of these is not said. */
  wrongSecondFactor: 1493,
  secondFactorOn: 1494,
  /** The operator has given no key that secrets of apps are kept with. */
  noSecondFactorKey: 1495,
  /** Unknown, of another address, of another question, or not signed right: which of these is not said. */
  wrongPasskey: 1496,
  /** Of the account: passkeys, or tokens. */
  passkeyNotFound: 1497,
  passkeysFull: 1498,
  tokensFull: 1499,
  /** It is no BDM device, whose passwords can be derived. */
  noBdmPassword: 1500,
  /** The operator has given the brand no secret to derive them from. */
  noBdmSecret: 1501,
  /** What may control asks for an account with codes of an app, or a passkey. */
  tokenNeedsSecondFactor: 1545,
  /** It has one, and neither the session nor the request has shown it. */
  showSecondFactor: 1546,
  /** The account has this address. */
  sameEmail: 1530,
  /** Of a change of an address: ended, done, over, or never asked: which of these is not said. */
  emailChangeNotFound: 1531,
  /** What was typed is not the account's address. */
  notYourEmail: 1532,
  /** Nobody else runs the portal: who leaves names another one first. */
  lastAdministrator: 1533,
  /** Plants of who leaves wait for their next owner's answer. */
  plantsOffered: 1534,
  /** Others than were shown would be deleted. */
  plantsHaveChanged: 1535,
  /** So many plants go with an account at once. */
  tooManyToLeave: 1536,
  /** Another company's, or the portal's own while the caller is no administrator. */
  otherCompanysProduct: 1502,
  /** Somebody else changed it since it was looked at. */
  productHasChanged: 1503,
  /** The model code is another product's. */
  modelTaken: 1504,
  productNameTaken: 1505,
  /** It came with the portal: what real devices send is read by it. */
  productIsBuiltIn: 1506,
  /** There are devices or serial numbers of it. */
  productInUse: 1507,
  /** Modules hang on inputs that it would not have any more. */
  inputsInUse: 1508,
  /** Its devices cannot be read so: unknown, or for another kind of device. */
  profileDoesNotFit: 1509,
  /** More than what its devices send can tell of. */
  tooManyInputs: 1510,
  /** It is no .xlsx file, whatever its name says, or a broken one. */
  sheetUnreadable: 1511,
  /** Too many rows, or too many bytes once it is unpacked. */
  sheetTooLarge: 1512,
  /** Its first row names no column of serial numbers, or none of products. */
  sheetColumns: 1513,
  /** No company has proved the address's domain, or it has ended its sign-in. */
  noCompanySignIn: 1537,
  /** Of a visit to a provider: over, used, begun elsewhere, or never begun: which of these is not said. */
  companySignInOver: 1538,
  /** The provider said no, or what it said does not hold. */
  companySignInNotConfirmed: 1539,
  /** The provider does not confirm an address, or one of a domain that is not the company's. */
  emailNotOfCompany: 1540,
  /** The address's account is of others, or of another person there. */
  notOfCompany: 1541,
  /** The company asks for its own sign-in; or the session is of another company's. */
  otherSignIn: 1542,
  providerFails: 1543,
  domainNotProved: 1544,
  documentNotFound: 1514,
  /** The file is not what its name's ending says, or of a type that is not taken. */
  documentType: 1515,
  /** It is broken, wants a password, or takes more time or memory to read than there is. */
  documentUnreadable: 1516,
  /** Somebody else changed it since it was looked at. */
  documentHasChanged: 1517,
  /** Another company's, or the portal's own while the caller is no administrator. */
  otherCompanysDocument: 1518,
  /** A company keeps so many, and so many versions of one. */
  tooManyDocuments: 1519,
  /** A company's files together. */
  documentsFull: 1606,
  /** No https address of a host in the internet. */
  webhookAddress: 1520,
  webhooksFull: 1521,
  webhookNotFound: 1522,
  /** Nothing is sent to it. */
  webhookIsOff: 1523,
  deliveryNotFound: 1524,
  /** The operator has given no key that notices to browsers are sent with. */
  noPushKey: 1525,
  /** No subscription as browsers make them. */
  pushAddress: 1526,
  browsersFull: 1527,
  browserNotFound: 1528,
  /** A change of the same parameter has not ended yet. */
  commandPending: 1550,
  /** The owner has switched remote control off. */
  controlIsOff: 1551,
  /** Signed in with a password alone. */
  needsSecondFactor: 1552,
  /** The device's product has none of this name. */
  parameterNotFound: 1553,
  /** Outside the range of the product's catalogue, or between its steps. */
  parameterOutOfRange: 1554,
  /** No commands reach it, or its product has no parameters. */
  notControllable: 1555,
  /** So many commands of one gateway wait. */
  commandQueueFull: 1556,
  commandNotFound: 1557,
  /** It ended, or was sent: there is nothing to be answered or taken back. */
  commandEnded: 1558,
  /** The second person is another one than the first. */
  ownCommand: 1559,
  otherCompanysCommand: 1560,
  ownerSwitchesControl: 1561,
  /** The device's product has no such function, or its gateway no word for it. */
  actionNotOffered: 1562,
  /** The filter finds another number of devices than was looked at. */
  setupHasChanged: 1563,
  /** None of the chosen devices can be told anything now. */
  setupWithoutDevices: 1564,
  setupNotFound: 1565,
  /** No device of the plant that makes power takes limits here. */
  nothingToLimit: 1566,
  noGridMeter: 1567,
  noHourPrices: 1568,
  /** Somebody else has set the rule of limits meanwhile. */
  limitRuleHasChanged: 1569,
  /** A rule limits what the plant's devices feed in. */
  limitedByRule: 1599,
  /** Its product's catalogue has no modes and levels of a battery. */
  noBatterySettings: 1580,
  /** These are checked and written together, never one alone. */
  batterySetTogether: 1581,
  /** A part of a set is left as the device has it, and nobody has read that yet. */
  batteryNotRead: 1582,
  reserveBelowShutdown: 1583,
  /** Time of use without a period. */
  noTimeRange: 1584,
  tooManyPeriods: 1585,
  /** It ends when it begins, or not on a day. */
  periodWithoutTime: 1586,
  periodsOverlap: 1587,
  targetBelowReserve: 1588,
  powerAboveRating: 1589,
  /** Who comes in by a company's provider has not agreed to the terms yet. */
  termsNeeded: 1590,
  /** Remote control of a plant whose owner has gone: the wait of who looks after it is not over. */
  controlWaits: 1591,
  /** The role or the company asks for a second factor, and its time to set one up is over. */
  secondFactorRequired: 1595,
  /** What takes security off somebody asks for a session that was opened with more than a password. */
  signInWithFactor: 1596,
  /** One session has asked too often. */
  sessionBudget: 1597,
  /** In production, by plain HTTP from beyond the proxy. */
  httpsOnly: 1598,
  /** The account asks for no code. */
  nothingToReset: 1547,
  /** The person has a place outside the caller's branch. */
  worksElsewhere: 1548,
  /** Ends sessions: the password was left out, or is not known to who came by a company's provider some time ago. */
  confirmItIsYou: 1549,
  firmwareNotFound: 1570,
  /** Not signed by a maker whose key the operator has given, or there is no key. */
  firmwareSignature: 1571,
  /** The same version for the same model and hardware. */
  firmwareExists: 1572,
  firmwareHasChanged: 1573,
  /** Its file is not all there yet. */
  firmwareNotWhole: 1574,
  /** For another model or hardware, installed already, or the device has not said what it runs. */
  firmwareDoesNotFit: 1575,
  /** Older than what the device runs, and nobody asked for a roll-back. */
  olderFirmware: 1576,
  /** An update of the same device has not ended yet. */
  updatePending: 1577,
  tooManyFirmware: 1578,
  /** Not the next one, or not as long as it has to be. */
  filePiece: 1579,
  rolloutNotFound: 1465,
  /** Another number of devices than was looked at. */
  rolloutHasChanged: 1466,
  rolloutWithoutDevices: 1467,
  /** Somebody else, or its rule, was quicker. */
  rolloutAnswered: 1468,
  rolloutEnded: 1469,
  /** What is under way is not taken back: it is stopped first. */
  rolloutNotEnded: 1592,
  tooManyRolloutDevices: 1593,
  /** A table without a row below its heads. */
  sheetEmpty: 1613,
  /** The operator's scanner has found something in it. */
  fileInfected: 1614,
  /** The operator's scanner says nothing: nobody knows. */
  fileNotScanned: 1615,
  /** A question to the owner, of an update, is answered by nobody else; it was answered; its time, or what it asks for, is over. */
  ownerAnswersUpdates: 1640,
  updateQuestionAnswered: 1641,
  updateQuestionEnded: 1642,
  /** Such a question is put off to another day: not that one. */
  laterDayOutOfRange: 1643,
  /** Not the file that was announced. */
  otherFile: 1645,
  /** An update that waits for the plant's owner is approved by nobody else. */
  waitsForOwner: 1644,
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
