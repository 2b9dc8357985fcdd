// Which server tests run in which pass of scripts/test.mjs (TEST_PASS); a file named on the command line always runs.

/**
 * Tests that start, kill, freeze or flood whole processes, wait for real time-outs, simulate long periods or build the web client.
 * Only CI and `npm test -- --all` run them.
 */
export const CI_ONLY = [
  'server/src/**/*.slow.test.ts',
  'server/test/{start,startRefusals,demoStart,comeBack,comeBackWhole,twoProcesses,checkout,advisories,newerVersions,buildSize,apiExamples,printedConfigurations}.test.ts',
  'server/src/commands/{killed,brokerKilled}.test.ts',
  'server/src/firmware/rollouts/killed.test.ts',
  'server/src/platform/database/{databaseRoles,embedded/embedded}.test.ts',
  'server/src/demo/{oneTruth,commands,gateways,accounts,makeHistory,plantedFaults}.test.ts',
  'server/src/documents/text/readDocument.test.ts',
  'server/src/transports/mqtt/external*.test.ts',
  'server/src/tools/restorer/bombs.test.ts',
];

/** The short pass on the embedded PostgreSQL, which is newer than the oldest supported one: SQL whose planner, types or start-up may differ. */
const EMBEDDED_PASS = [
  'server/src/platform/database/**/*.test.ts',
  'server/src/samples/{samples,retention,slots}.test.ts',
  'server/src/ingest/ingestReports.test.ts',
  'server/src/calls/site/{overview,listWithSN}.test.ts',
];

/** Files that a pass excludes, and those that it includes if not all: `oldest`, CI's main pass, runs all files on the oldest PostgreSQL. */
export function selection(pass: string | undefined): { exclude: string[]; include?: string[] } {
  if (pass === 'quick') return { exclude: CI_ONLY };
  if (pass === 'embedded') return { exclude: [], include: EMBEDDED_PASS };
  return { exclude: [] };
}
