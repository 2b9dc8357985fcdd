// The codes for phones: the brand's app in the stores, else the page that installs the portal.
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { brand } from '../brand/portal.ts';
import { addTexts, startTexts } from '../i18n/start.ts';
import PhoneCode from './PhoneCode.tsx';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell']);
});
const before = { ...brand };
afterEach(() => {
  cleanup();
  Object.assign(brand, before);
});

async function open(change: Partial<typeof brand>) {
  Object.assign(brand, change);
  render(
    <MantineProvider env="test">
      <PhoneCode />
    </MantineProvider>,
  );
  if (!screen.queryByRole('dialog')) fireEvent.click(screen.getByRole('button'));
  await screen.findByRole('dialog');
  return {
    codes: screen.getAllByRole('img').map((code) => code.getAttribute('aria-label')),
    links: screen.queryAllByRole('link').map((link) => link.getAttribute('href')),
  };
}

const apps = { appStoreUrl: 'https://apps.apple.com/app/id1', playStoreUrl: 'https://play.google.com/store/apps?id=a' };

test('shows a code and a link of the app for each kind of phone', async () => {
  expect(await open(apps)).toEqual({
    codes: ['QR code: App Store', 'QR code: Google Play'],
    links: [apps.appStoreUrl, apps.playStoreUrl],
  });
});

test('leads to the page that installs the portal where a store does not have the app', async () => {
  expect(await open({ ...apps, appStoreUrl: '' })).toEqual({
    codes: ['QR code: iPhone', 'QR code: Google Play'],
    links: ['/install', apps.playStoreUrl],
  });
  cleanup();
  expect(await open({ appStoreUrl: '', playStoreUrl: '' })).toEqual({
    codes: ['QR code: iPhone', 'QR code: Android'],
    links: ['/install', '/install'],
  });
});
