// Prepares visits without a network: the service worker for pages and files, the database for answers.
import { connection, isOutdated } from '../api/connection.ts';
import { prefetchCall, queryClient } from '../api/useCall.ts';
import { portal } from '../brand/portal.ts';
import { addTexts, fetchCarriedTexts } from '../i18n/start.ts';
import { PAGES } from '../pageTable.ts';
import { hasPermission, isSignedIn, onSession } from '../session/session.ts';
import { whenAllClosed } from '../ui/overlays.ts';
import { persistAnswers } from './answers.ts';
import { ALL_PRODUCTS } from './storedCalls.ts';
import { registerWorker, WORKER } from './worker.ts';

export function startOffline(): void {
  persistAnswers(queryClient, connection);
  if (portal.isStored) connection.onChange(() => void (connection.isLost() || replaceOutdated()));
  let isStarted = false;
  const startSignedIn = () => {
    if (isStarted || !isSignedIn()) return;
    isStarted = true;
    // In a private window the browser may refuse.
    storeFiles().catch(() => undefined);
  };
  onSession(startSignedIn);
  startSignedIn();
}

/** A stored page of an earlier release is replaced as soon as the server answers and no dialog is open; forms continue from their drafts. */
async function replaceOutdated(): Promise<void> {
  await whenAllClosed();
  if (await isOutdated()) location.reload();
}

/** Lets the worker store what the page has loaded before the worker was there; from then on it stores what passes through it. */
async function storeFiles(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  serviceWorker.addEventListener('controllerchange', () => {
    const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
    for (const { origin, pathname } of files)
      if (origin === location.origin && pathname.startsWith('/assets/')) void fetch(pathname).catch(() => undefined);
  });
  await fetchCarriedTexts();
  await registerWorker();
  // A file that is being loaded while the worker starts is stored by neither.
  while (!serviceWorker.controller?.scriptURL.endsWith(WORKER))
    await new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }));
  if (hasPermission('SiteCreate')) await Promise.all(LISTS_OF_FORM.map((path) => prefetchCall(path, {})));
  if (CHANGES_ON_SITE.some((permission) => hasPermission(permission))) {
    await prefetchCall('product/sn', ALL_PRODUCTS);
    await Promise.all(PARTS_ON_SITE.map((load) => load()));
    await (await import('../components/scan/codeReader.ts')).storeCodeReader();
  }
}

/** Choices of the form of a new plant. */
const LISTS_OF_FORM = ['common/country', 'common/currency', 'common/timezone'] as const;

const CHANGES_ON_SITE = ['SiteUpdate', 'SiteCreate', 'DeviceRegister'] as const;

/** What can be filled in without a connection, which may not have been opened before. */
const PARTS_ON_SITE: readonly (() => Promise<unknown>)[] = [
  () => import('../components/alerts/AcknowledgeDialog.tsx'),
  () => import('../shell/WaitingChanges.tsx'),
  () => import('../shell/Messages.tsx'),
  PAGES.PvPlantEdit.load,
  PAGES.PvPlantLayout.load,
  () => import('../pages/roof/WaitingRoof.tsx'),
  () => import('../components/joining/JoinCard.tsx'),
  () => import('../components/scan/ScanDialog.tsx'),
  () => import('../pages/plantForm/access/SiteAccess.tsx'),
  () => import('../pages/plantForm/modules/SiteModules.tsx'),
  () => import('../pages/plantForm/ownership/PlantClaims.tsx'),
  () => import('../shell/IssuedPasswords.tsx'),
  () =>
    addTexts([
      'waiting',
      'scan',
      'access',
      'modules',
      'device',
      'joining',
      'ownership',
      ...PAGES.PvPlantEdit.texts,
      ...PAGES.PvPlantLayout.texts,
    ]),
];
