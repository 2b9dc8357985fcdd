// Which server tests run in which pass of scripts/test.mjs (TEST_PASS); a file named on the command line always runs.

/**
 * Tests that start, kill, freeze or flood whole processes, wait for real time-outs, simulate long periods or build the web client.
 * Only CI and `npm test -- --all` run them.
 */
export const CI_ONLY = [
  'server/src/**/*.slow.test.ts',
  'server/test/{start,comeBack,twoProcesses,childEnvironments,checkout,advisories,newerVersions,buildSize,apiExamples}.test.ts',
  'server/src/commands/**/killed.test.ts',
  'server/src/db/{embedded,roles}.test.ts',
  'server/src/demo/{oneTruth,commands,gateways,accounts,makeHistory,plantedFaults}.test.ts',
  'server/src/files/readDocument.test.ts',
  'server/src/mqtt/external*.test.ts',
  'server/src/tools/restorer/bombs.test.ts',
];

/** Tests that the PostgreSQL of TEST_DATABASE_URL has no part in, with the reason. */
export const WITHOUT_GIVEN_DATABASE: Record<string, string> = {
  'server/test/start.test.ts': 'starts embedded databases; db/migrate.test.ts covers a given one',
  'server/test/comeBack.test.ts': 'kills embedded databases',
  'server/test/childEnvironments.test.ts': 'inspects the processes of an embedded database',
  'server/src/db/embedded.test.ts': 'is about the embedded database',
  'server/src/db/roles.test.ts': 'makes its role a superuser, in an embedded database of its own',
  'server/test/checkout.test.ts': 'uses no database',
  'server/test/advisories.test.ts': 'uses no database',
  'server/test/newerVersions.test.ts': 'uses no database',
  'server/test/buildCitus.test.ts': 'uses no database',
  'server/test/buildSize.test.ts': 'measures the built web client',
  'server/src/files/readDocument.test.ts': 'uses no database',
};

/** The short pass on the embedded PostgreSQL, which is newer than the oldest supported one: SQL whose planner, types or start-up may differ. */
const EMBEDDED_PASS = [
  'server/src/db/**/*.test.ts',
  'server/src/samples/**/*.test.ts',
  'server/src/telemetry/take*.test.ts',
  'server/src/calls/site/{overview,listWithSN}.test.ts',
];

/** What a pass leaves out and, where it is not everything, what it runs. */
export function selection(pass: string | undefined): { exclude: string[]; include?: string[] } {
  if (pass === 'quick') return { exclude: CI_ONLY };
  if (pass === 'oldest') return { exclude: Object.keys(WITHOUT_GIVEN_DATABASE) };
  if (pass === 'embedded') return { exclude: [], include: [...Object.keys(WITHOUT_GIVEN_DATABASE), ...EMBEDDED_PASS] };
  return { exclude: [] };
}
