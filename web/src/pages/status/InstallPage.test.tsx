// The page that installs the portal as an app: the browser's offer, and the steps for each system.
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../../test/page.tsx';
import { systemsOf } from './InstallPage.tsx';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15';
const ANDROID = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';

test.each([
  ['an iPhone', IPHONE, 5, ['iphone']],
  ['an iPad, which says that it is a Mac', MAC, 5, ['iphone']],
  ['an Android phone', ANDROID, 5, ['android']],
  ['a Mac', MAC, 0, ['computer', 'iphone', 'android']],
])('%s has its own steps', (_, userAgent, maxTouchPoints, systems) => {
  expect(systemsOf({ userAgent, maxTouchPoints })).toEqual(systems);
});

test('installs with the browser’s question, and says when it is done', async () => {
  await openPage('/install', {}, { role: 'owner', isSignedIn: false });
  await screen.findByRole('heading', { level: 2, name: 'iPhone, iPad' });
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull();
  let questions = 0;
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => questions++,
  });
  act(() => void window.dispatchEvent(offer));
  expect(offer.defaultPrevented).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Install' }));
  expect(questions).toBe(1);
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull();
  act(() => void window.dispatchEvent(new Event('appinstalled')));
  screen.getByText(/^Installed\. Open .* from the home screen\.$/);
});
