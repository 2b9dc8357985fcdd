import { defineConfig } from 'vitest/config';
import { selection } from './server/test/testSelection.ts';
import { catalogues } from './web/catalogues.ts';
import { alias } from './web/vite.config.ts';

/** Long enough on any machine: speed is measured in bench/ and decides no test. */
const patient = { testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 20_000 } } };

const { include = ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'], exclude } = selection(process.env.TEST_PASS);
/** Property tests try the same values in every run with the same seed. */
const properties = { setupFiles: ['server/test/propertySeed.ts'] };

// Three suites: pure rules, calls on a real PostgreSQL, and components in jsdom. Journeys run in Playwright (web/e2e).
export default defineConfig({
  test: {
    // On two cores: half of the time goes into waiting for the database and for devices.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'pure',
          isolate: false,
          ...patient,
          ...properties,
          include: [
            'contract/src/**/*.test.ts',
            'simulator/src/**/*.test.ts',
            'server/src/{**/rules,families}/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          isolate: false,
          include,
          exclude: ['server/src/{**/rules,families}/**', ...exclude],
          globalSetup: ['server/test/globalSetup.ts'],
          ...patient,
          ...properties,
        },
      },
      {
        resolve: { alias },
        plugins: [catalogues()],
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
