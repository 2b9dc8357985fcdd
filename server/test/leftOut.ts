// Which tests are left out where: of whole servers by `npm test`, and on a given PostgreSQL those that ask it nothing (scripts/test.mjs).

/** What starts, kills or floods whole servers, or builds the web: a third of the time, which `npm test` leaves to CI. */
export const WHOLE_SERVERS = [
  'server/test/{start,comeBack,twoProcesses,childEnvironments,checkout,advisories,newerVersions,buildSize}.test.ts',
  'server/src/commands/**/killed.test.ts',
  'server/src/db/roles.test.ts',
  'server/src/demo/{oneTruth,commands,gateways}.test.ts',
  'server/src/files/readDocument.test.ts',
  'server/src/mqtt/external*.test.ts',
];

/** What shows nothing of the PostgreSQL that it is given: file -> why. */
export const WITHOUT_GIVEN_DATABASE: Record<string, string> = {
  'server/test/start.test.ts': 'starts embedded ones; what it asks of a given one is shown by db/migrate.test.ts',
  'server/test/comeBack.test.ts': 'kills embedded ones',
  'server/test/childEnvironments.test.ts': 'looks at the processes of an embedded one',
  'server/src/db/embedded.test.ts': 'is about the embedded one',
  'server/src/db/roles.test.ts': 'makes its role a superuser, in an embedded one of its own',
  'server/test/checkout.test.ts': 'asks no database',
  'server/test/advisories.test.ts': 'asks no database',
  'server/test/newerVersions.test.ts': 'asks no database',
  'server/test/buildCitus.test.ts': 'asks no database',
  'server/test/buildSize.test.ts': 'measures what is built of the web',
  'server/src/files/readDocument.test.ts': 'asks no database',
};

/** What `TEST_THOROUGH` says: `off` as in a plain `npm test`, `given` on the oldest PostgreSQL in CI. */
export function leftOut(thorough: string | undefined): string[] {
  if (thorough === 'off') return WHOLE_SERVERS;
  return thorough === 'given' ? Object.keys(WITHOUT_GIVEN_DATABASE) : [];
}
