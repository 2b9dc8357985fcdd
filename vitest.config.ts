import { defineConfig } from 'vitest/config';
import { leftOut } from './server/test/leftOut.ts';
import { alias } from './web/vite.config.ts';

/** Long enough on any machine: how quick something is, is measured in bench/, and decides no test. */
const patient = { testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 20_000 } } };

// Three suites: pure rules, calls on a real PostgreSQL, and components in jsdom. Journeys run in Playwright (web/e2e).
export default defineConfig({
  test: {
    // On two cores: half of the time is waiting, for the database and for devices.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'pure',
          isolate: false,
          ...patient,
          include: [
            'contract/src/**/*.test.ts',
            'simulator/src/**/*.test.ts',
            'server/src/{rules,wire,families}/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          isolate: false,
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
          exclude: ['server/src/{rules,wire,families}/**', ...leftOut(process.env.TEST_THOROUGH)],
          globalSetup: ['server/test/globalSetup.ts'],
          ...patient,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'web',
          isolate: false,
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['web/test/setup.ts'],
          ...patient,
        },
      },
    ],
  },
});
