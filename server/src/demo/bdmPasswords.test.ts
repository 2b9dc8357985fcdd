// Tests service passwords of the demonstration: each brand has a secret, the same after a restart, and another demonstration has others.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fleet } from '@heliograph/simulator/fleet.ts';
import { afterAll, expect, test } from 'vitest';
import { testServer } from '../../test/testServer.ts';
import { createFleet, DEMO_PASSWORD } from './createFleet.ts';
import { withDemoDefaults } from './defaults.ts';

const folders = ['one', 'two'].map((name) => mkdtempSync(join(tmpdir(), `heliograph-bdm-${name}-`)));
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const { ask, call, context, clock } = await testServer({ DEMO: 'on' });
const withoutSecrets = { ...context.config };
const useFolder = (n: number) =>
  Object.assign(context.config, withDemoDefaults({ ...withoutSecrets, dataDir: folders[n]! }));
const site = fleet(1, clock.now().getTime()).find(({ key }) => key === 'seeblick')!;
await createFleet(context, 1, () => [site]);

test('generates passwords for the devices of a demo account, the same after a restart', async () => {
  const { tokenInfo } = await ask('sign-in', { account: site.installer.email, password: DEMO_PASSWORD });
  const installer = { token: tokenInfo.token };
  const request = { sn: [site.devices[0]!.sn], purpose: 'Trying it', minutes: 60 } as const;
  expect((await ask('bdmPassword/list', {}, installer)).isSetUp).toBe(false);
  expect((await call('bdmPassword/generate', { ...request, sn: [...request.sn] }, installer)).code).not.toBe(200);

  const passwordWith = async (folder: number) => {
    useFolder(folder);
    const { list } = await ask('bdmPassword/generate', { ...request, sn: [...request.sn] }, installer);
    return list[0]!.password;
  };
  const first = await passwordWith(0);
  expect(first).toMatch(/^\d{8}$/);
  expect((await ask('bdmPassword/list', {}, installer)).isSetUp).toBe(true);
  expect(await passwordWith(0)).toBe(first);
  expect(await passwordWith(1)).not.toBe(first);
});
