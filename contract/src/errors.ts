// Names and codes of errors in the envelope; a code is never reused.

/** Codes below 1000 match the HTTP status of the same number. */
export const ERROR_CODES = {
  badRequest: 400,
  /** No session, an expired session, or (only at sign-in, with HTTP 200) wrong credentials. */
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
  /** In a plant of the requester; numbers of others give serialNumberFailed. */
  serialNumberTaken: 1009,
  // 1010 and 1011 distinguished restricted and unreadable numbers in earlier versions
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
  /** The device does not sign in: it sends frames over HTTP, or is the child of a gateway. */
  noCredential: 1023,
  /** The device has nothing to set: it is neither a meter nor a battery, or a role was set for a battery. */
  noMeter: 1024,
  /** No restriction to cancel. */
  notRestricted: 1025,
  /** A day that has not begun at the plant. */
  notYet: 1440,
  /** Too many stored removals of the device's history. */
  removalsFull: 1441,
  /** The removal was restored, is being restored, or is too old. */
  notRestorable: 1442,
  /** The device is already in that plant. */
  alreadyThere: 1443,
  /** The new device is of another kind than the old one. */
  otherKindComes: 1444,
  /** Another user has changed the layout; the message has name and time. */
  layoutHasChanged: 1445,
  /** A module is twice in the layout. */
  moduleTwice: 1446,
  /** Two modules at one place of a zone. */
  cellTaken: 1447,
  /** A place outside the rows and columns of its zone. */
  cellNotFound: 1448,
  /** The module's zone sets its orientation. */
  setByZone: 1449,
  /** The requested data exist only for other kinds of devices. */
  otherKind: 1400,
  siteReadOnly: 1301,
  /** Only microinverters, below a gateway of the plant. */
  noGateway: 1410,
  noMicroinverter: 1411,
  /** The device has no such input. */
  moduleNotFound: 1412,
  modulePageNotFound: 1413,
  tooManyModulePages: 1414,
  /** Another group of the plant has this name. */
  modulePageTaken: 1415,
  gatewayFull: 1416,
  passwordCommon: 1341,
  /** In the operator's list of breached passwords, or known to the operator's breach service. */
  passwordStolen: 1605,
  passwordIsAccount: 1342,
  passwordIsProduct: 1343,
  serialNumberFailed: 1311,
  /** Too many running changes of the requester; each ends within seconds. */
  tooManyChanges: 1321,
  /** The database was blocked by others for too long; nothing was changed. */
  tookTooLong: 1322,
  /** A request with the same idempotency key is still running; the key stays valid. */
  stillInProgress: 1371,
  /** A request was interrupted after it had begun to change something; its result must be checked. */
  interrupted: 1372,
  /** A file, or all files of the request together. */
  fileTooLarge: 1373,
  /** Not an allowed type by its first bytes, or without dimensions. */
  pictureUnreadable: 1374,
  pictureTooWide: 1375,
  /** Prices of past days would change, and the request does not confirm it. */
  pastPrices: 1430,
  /** Not ready, deleted, or of another user. */
  fileNotFound: 1431,
  /** Too many running exports of the requester. */
  tooManyFiles: 1432,
  /** Too many stored exports of the requester. */
  filesFull: 1433,
  /** Too many plants for a file of reports. */
  tooManyPlants: 1450,
  /** The e-mail's recipient is no longer listed. */
  mailLinkNotFound: 1451,
  /** The address needs confirmation, and the server sends no e-mails. */
  noMailServer: 1452,
  /** The plant has an owner, and only the owner may offer it. */
  ownerHandsOver: 1470,
  /** The plant already belongs to the recipient of the offer. */
  alreadyOwner: 1471,
  /** The plant is offered to somebody who has not answered. */
  offerPending: 1472,
  /** Withdrawn, answered, expired or unknown; which one is not revealed. */
  offerNotFound: 1473,
  /** Only accounts of companies can service a plant. */
  installersOnly: 1474,
  /** Unknown, expired or revoked; which one is not revealed. */
  publicPageNotFound: 1475,
  /** A public page expires today at the earliest and within a year. */
  publicUntil: 1476,
  /** Too many open links to public pages of the plant. */
  publicLinksFull: 1477,
  /** Too many pictures of the plant. */
  picturesFull: 1478,
  pictureNotFound: 1479,
  /** Only the plant's owner may remove the service company. */
  ownerUnassignsInstaller: 1480,
  /** Neither a service company (other than the operator's) nor an installer is assigned. */
  noInstallerAssigned: 1481,
  /** Missing, or of a company that the requester cannot see; which one is not revealed. */
  roleNotFound: 1482,
  /** A built-in role: administrators set its permissions, nobody renames or closes it. */
  systemRole: 1483,
  /** Nobody can grant permissions that they do not have. */
  notHeld: 1484,
  /** Without this permission nobody could undo the change. */
  keepsAdministrators: 1485,
  /** Changed by another user since it was read. */
  changedMeanwhile: 1486,
  roleInUse: 1487,
  menuNotFound: 1488,
  menuHasChildren: 1489,
  /** Groups are at the top, pages at the top or in a group, buttons and page modules in a page. */
  menuPosition: 1490,
  /** The session views the portal as another role, so nothing may be changed. */
  viewingAs: 1491,
  /** Link to a new password: used, expired, replaced or unknown; which one is not revealed. */
  passwordResetNotFound: 1434,
  /** The brand has no registration. */
  registrationClosed: 1435,
  /** Registration code: wrong, expired or tried too often; which one is not revealed. */
  wrongCode: 1436,
  /** An older version of the terms was accepted. */
  termsHaveChanged: 1437,
  /** Not in the requester's branch, or an expired invitation; which one is not revealed. */
  personNotFound: 1453,
  /** Only others may change one's own membership. */
  notOneself: 1454,
  /** The person has more permissions than the requester, or manages the requester's company. */
  outranksYou: 1455,
  /** A member of the company has more permissions than the requester, or is the last administrator. */
  closesMore: 1600,
  /** The role has more permissions than the requester, or does not exist; which one is not revealed. */
  roleNotAssignable: 1456,
  /** The person is a member of that company or invited into it. */
  alreadyMember: 1457,
  /** Name and address of a member of several companies are changed by themselves only. */
  ownProfile: 1458,
  /** A company would be its own parent. */
  companyCycle: 1459,
  /** This kind of company cannot be a subsidiary of that kind. */
  companyKind: 1460,
  /** The requester's own company and its parents are changed by people of the parents. */
  ownCompany: 1461,
  /** The company has subsidiaries. */
  companiesBelow: 1462,
  /** Used, expired or withdrawn; which one is not revealed. */
  invitationNotFound: 1463,
  /** A session can only switch to companies of its account. */
  noMembershipThere: 1464,
  /** Outside the token's scope: a change with `read`, or the account itself with any scope. */
  tokenMayNot: 1438,
  /** The token's request budget is used up. */
  tokenBudget: 1439,
  /** The password is right, and the account needs a code. */
  secondFactorNeeded: 1492,
  /** The code is wrong, expired or used; which one is not revealed. */
  wrongSecondFactor: 1493,
  secondFactorOn: 1494,
  /** The operator has set no key to encrypt authenticator secrets. */
  noSecondFactorKey: 1495,
  /** Passkey: unknown, of another account or challenge, or badly signed; which one is not revealed. */
  wrongPasskey: 1496,
  /** Too many passkeys or tokens of the account. */
  passkeyNotFound: 1497,
  passkeysFull: 1498,
  tokensFull: 1499,
  /** Not a BDM device, so no password can be derived. */
  noBdmPassword: 1500,
  /** The operator has set no secret for the brand. */
  noBdmSecret: 1501,
  /** Remote control needs an account with a second factor. */
  tokenNeedsSecondFactor: 1545,
  /** The account has a second factor, but neither the session nor the request has shown it. */
  showSecondFactor: 1546,
  /** The account already has this address. */
  sameEmail: 1530,
  /** Change of address: cancelled, done, expired or unknown; which one is not revealed. */
  emailChangeNotFound: 1531,
  /** The typed address is not the account's. */
  notYourEmail: 1532,
  /** The last administrator must appoint another one before leaving. */
  lastAdministrator: 1533,
  /** Plants of the leaving account wait for the answer of their next owner. */
  plantsOffered: 1534,
  /** Other plants than shown would be deleted. */
  plantsHaveChanged: 1535,
  /** Too many plants to delete with an account. */
  tooManyToLeave: 1536,
  /** Of another company, or of the portal while the requester is not an administrator. */
  otherCompanysProduct: 1502,
  /** Changed by another user since it was read. */
  productHasChanged: 1503,
  /** The model code belongs to another product. */
  modelTaken: 1504,
  productNameTaken: 1505,
  /** A product of the portal: its devices depend on its parser. */
  productIsBuiltIn: 1506,
  /** Devices or serial numbers of the product exist. */
  productInUse: 1507,
  /** Modules are connected to inputs that would be removed. */
  inputsInUse: 1508,
  /** The parser is unknown or for another kind of device. */
  profileDoesNotFit: 1509,
  /** More inputs than the devices report. */
  tooManyInputs: 1510,
  /** Not an .xlsx file, whatever its name, or a damaged one. */
  sheetUnreadable: 1511,
  /** Too many rows, or too many bytes when unpacked. */
  sheetTooLarge: 1512,
  /** The first row lacks a column of serial numbers or of products. */
  sheetColumns: 1513,
  /** No company has verified the address's domain, or it has ended its sign-in. */
  noCompanySignIn: 1537,
  /** Sign-in at a provider: expired, used, of another browser, or unknown; which one is not revealed. */
  companySignInOver: 1538,
  /** The provider refused, or its answer is invalid. */
  companySignInNotConfirmed: 1539,
  /** The provider does not confirm the address, or it is not of the company's domains. */
  emailNotOfCompany: 1540,
  /** The address's account belongs to another company or another person there. */
  notOfCompany: 1541,
  /** The company requires its own sign-in, or the session is of another company. */
  otherSignIn: 1542,
  providerFails: 1543,
  domainNotProved: 1544,
  documentNotFound: 1514,
  /** The file's content does not match its extension, or its type is not allowed. */
  documentType: 1515,
  /** Damaged, encrypted, or too expensive to read. */
  documentUnreadable: 1516,
  /** Changed by another user since it was read. */
  documentHasChanged: 1517,
  /** Of another company, or of the portal while the requester is not an administrator. */
  otherCompanysDocument: 1518,
  /** Too many documents of the company, or versions of a document. */
  tooManyDocuments: 1519,
  /** The company's files are too large together. */
  documentsFull: 1606,
  /** Not an https address of a public host. */
  webhookAddress: 1520,
  webhooksFull: 1521,
  webhookNotFound: 1522,
  /** The webhook is disabled. */
  webhookIsOff: 1523,
  deliveryNotFound: 1524,
  /** The operator has set no key to sign push messages. */
  noPushKey: 1525,
  /** Not a push subscription of a browser. */
  pushAddress: 1526,
  browsersFull: 1527,
  browserNotFound: 1528,
  /** A change of the same parameter has not ended. */
  commandPending: 1550,
  /** The owner has disabled remote control. */
  controlIsOff: 1551,
  /** The session was opened with a password alone. */
  needsSecondFactor: 1552,
  /** The device's product has no such parameter. */
  parameterNotFound: 1553,
  /** Outside the range in the product catalogue, or between its steps. */
  parameterOutOfRange: 1554,
  /** The device cannot be reached by commands, or its product has no parameters. */
  notControllable: 1555,
  /** Too many waiting commands of the gateway. */
  commandQueueFull: 1556,
  commandNotFound: 1557,
  /** The command has ended or was sent: nothing to approve or withdraw. */
  commandEnded: 1558,
  /** The second person must differ from the first. */
  ownCommand: 1559,
  otherCompanysCommand: 1560,
  ownerSwitchesControl: 1561,
  /** The device's product has no such function, or its gateway does not support it. */
  actionNotOffered: 1562,
  /** The filter matches another number of devices than shown. */
  setupHasChanged: 1563,
  /** None of the selected devices is reachable. */
  setupWithoutDevices: 1564,
  setupNotFound: 1565,
  /** No producing device of the plant accepts limits from the portal. */
  nothingToLimit: 1566,
  noGridMeter: 1567,
  noHourPrices: 1568,
  /** Another user has changed the rule of limits. */
  limitRuleHasChanged: 1569,
  /** A rule limits the plant's devices. */
  limitedByRule: 1599,
  /** The product's catalogue has no modes and levels of a battery. */
  noBatterySettings: 1580,
  /** These settings are validated and written together. */
  batterySetTogether: 1581,
  /** A part of the set would stay as in the device, but has not been read. */
  batteryNotRead: 1582,
  reserveBelowShutdown: 1583,
  /** Time of use without a period. */
  noTimeRange: 1584,
  tooManyPeriods: 1585,
  /** A period is empty or not within a day. */
  periodWithoutTime: 1586,
  periodsOverlap: 1587,
  targetBelowReserve: 1588,
  powerAboveRating: 1589,
  /** A person of a company's provider has not accepted the terms yet. */
  termsNeeded: 1590,
  /** Remote control of a plant that lost its owner: the service company must still wait. */
  controlWaits: 1591,
  /** The role or company requires a second factor, and the deadline has passed. */
  secondFactorRequired: 1595,
  /** Removing another person's protection needs a session with a second factor. */
  signInWithFactor: 1596,
  /** The session's request budget is used up. */
  sessionBudget: 1597,
  /** Plain HTTP in production, outside the proxy. */
  httpsOnly: 1598,
  /** The account has no second factor. */
  nothingToReset: 1547,
  /** The person is also a member of a company outside the requester's branch. */
  worksElsewhere: 1548,
  /** Ending sessions needs the password, or a recent sign-in at the company's provider. */
  confirmItIsYou: 1549,
  firmwareNotFound: 1570,
  /** Not signed with a known manufacturer's key, or no key is set. */
  firmwareSignature: 1571,
  /** The same version exists for the same model and hardware. */
  firmwareExists: 1572,
  firmwareHasChanged: 1573,
  /** The upload is incomplete. */
  firmwareNotWhole: 1574,
  /** Of another model or hardware, already installed, or the device has not reported its version. */
  firmwareDoesNotFit: 1575,
  /** Older than the device's version, and not requested as a roll-back. */
  olderFirmware: 1576,
  /** An update of the device has not ended. */
  updatePending: 1577,
  tooManyFirmware: 1578,
  /** Not the next chunk, or of the wrong length. */
  filePiece: 1579,
  rolloutNotFound: 1465,
  /** Another number of devices than shown. */
  rolloutHasChanged: 1466,
  rolloutWithoutDevices: 1467,
  /** Changed meanwhile by another user or by its rule. */
  rolloutAnswered: 1468,
  rolloutEnded: 1469,
  /** A running roll-out must be stopped before its version is withdrawn. */
  rolloutNotEnded: 1592,
  tooManyRolloutDevices: 1593,
  /** A table without rows below its header. */
  sheetEmpty: 1613,
  /** The operator's scanner has found malware. */
  fileInfected: 1614,
  /** The operator's scanner does not answer. */
  fileNotScanned: 1615,
  /** Only the owner may answer, or the question was answered, expired or withdrawn. */
  ownerAnswersUpdates: 1640,
  updateQuestionAnswered: 1641,
  updateQuestionEnded: 1642,
  /** The question cannot be postponed to that day. */
  laterDayOutOfRange: 1643,
  /** Not the announced file. */
  otherFile: 1645,
  /** Only the plant's owner may approve the update. */
  waitsForOwner: 1644,
  /** An owner without a second factor confirms with the password. */
  needsPassword: 1646,
  /** The service company or the operator has restricted the battery to itself. */
  batteryRestricted: 1647,
  /** An owner may set nothing but mode and reserve. */
  ownerSetsModeAndReserve: 1648,
  /** The owner cannot restrict or release the own access to the plant's batteries. */
  serviceCompanyRestricts: 1649,
  /** Nobody whom the caller knows, or somebody who does not see the devices of the plant. */
  assigneeNotFound: 1650,
  /** The devices of the plant times the days are more than a file holds. */
  tooManyDeviceDays: 1651,
  /** Only an account that has proved its e-mail address may ask for access to a plant. */
  addressNotProven: 1654,
  /** Withdrawn, answered, expired or unknown; which one is not revealed. */
  joinRequestNotFound: 1655,
  /** The plant is shared with as many people as possible. */
  guestsFull: 1656,
  /** Too many expensive calls, files or archives are queued; retry after the seconds that the message names. */
  busy: 1657,
  /** The plant cannot be deleted while its history moves to the plant that a device was given to. */
  historyMoves: 1658,
  /** Withdrawn, answered, joined or unknown; which one is not revealed. */
  claimRequestNotFound: 1660,
  /** Withdrawn, decided or unknown; which one is not revealed. */
  ownershipClaimNotFound: 1661,
  /** The account already has an open ownership claim for this number. */
  ownershipClaimOpen: 1662,
  /** The account has as many open ownership claims as possible. */
  ownershipClaimsFull: 1663,
  /** A file of proof is neither a picture nor a PDF. */
  proofUnreadable: 1664,
  /** An accent colour cannot be read on the portal's backgrounds. */
  brandContrast: 1665,
  /** The host name belongs to another brand. */
  brandHostTaken: 1666,
  /** Another brand has this name or code. */
  brandNameTaken: 1667,
  /** Too many failed sign-ins in a day: the password alone opens no session. The same for every address. */
  proofNeeded: 1670,
} as const;

export type ErrorName = keyof typeof ERROR_CODES;

/** An expected error: thrown by a call, sent as HTTP 200 with its code and a message in the language of the request. */
export class ApiError extends Error {
  readonly word: ErrorName;
  readonly values: Record<string, string | number>;
  constructor(word: ErrorName, values: Record<string, string | number> = {}) {
    super(word);
    this.word = word;
    this.values = values;
  }
}
