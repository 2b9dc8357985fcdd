// The portal's service worker: opens the portal without a network from its stored page and files, and shows notices. Answers of calls never pass through it.

/** The page registers the worker of its own release, so a new release has a new worker and a cache of its own. */
const RELEASE = new URL(self.location).searchParams.get('release') ?? '';
const CACHE = `portal ${RELEASE}`;
/** The page opens every address, as its scripts read the address. */
const SHELL = '/';
/** A network that takes longer counts as none. */
const LONGEST_WAIT_MS = 3000;

const isPage = (path) =>
  !/^\/(v1|v2|api|files|live|healthz|readyz|metrics|dev|brand|\.well-known)\b|\.\w{2,11}$/.test(path);
/** Files that stay the same within a release. */
const isFile = ({ pathname, search }) => search === '' && /^\/(assets|brand)\/|^\/scheme\.js$/.test(pathname);

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== self.location.origin) return;
  if (mode === 'navigate') {
    if (isPage(address.pathname)) event.respondWith(openPage(event, address.pathname));
  } else if (isFile(address)) event.respondWith(openFile(event.request));
});

async function install() {
  // Without its page, as while another release is being started, the worker is installed with the next visit.
  if (!(await storeShell(await fetch(SHELL, { cache: 'no-store' })))) throw new Error('not the page of this release');
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  // The page is requested while the worker starts, not after it.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Stores the page with the files that it names; returns false for a page of another release or of maintenance. */
async function storeShell(response) {
  const text = await response.text();
  if (!response.ok || !text.includes(`"version":"${RELEASE}"`) || !text.includes('"maintenance":false')) return false;
  await storeFiles([...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file]) => file));
  const headers = new Headers(response.headers);
  headers.delete('content-encoding');
  headers.delete('content-length');
  const stored = text.replace('"maintenance":false', '"maintenance":false,"isStored":true');
  await (await caches.open(CACHE)).put(SHELL, new Response(stored, { headers }));
  return true;
}

async function storeFiles(files) {
  const own = files.filter((file) => isFile(new URL(file, self.location.origin)));
  // What is missing now is stored when it is used.
  await Promise.all(own.map((file) => openFile(new Request(file)).catch(() => undefined)));
}

/** From the network, so that no stored page hides a new release; without one, the stored page. */
async function openPage(event, path) {
  const answer = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(event.request));
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  const fresh = await Promise.race([answer.catch(() => undefined), late]);
  if (fresh && ![502, 503, 504].includes(fresh.status)) {
    // Brand and settings may have changed within the release.
    if (path === SHELL) event.waitUntil(storeShell(fresh.clone()));
    return fresh;
  }
  return (await (await caches.open(CACHE)).match(SHELL)) ?? fresh ?? (await answer);
}

async function openFile(request) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request, { ignoreVary: true });
  if (stored) return stored;
  const fresh = await fetch(request);
  // The page of a captive Wi-Fi portal is no file.
  const isHtml = (fresh.headers.get('content-type') ?? '').startsWith('text/html');
  // A full disk stores nothing, and the page opens all the same.
  if (fresh.ok && !isHtml) await cache.put(request, fresh.clone()).catch(() => undefined);
  return fresh;
}

self.addEventListener('push', (event) => {
  const { title = '', body = '', tag = '', url = '/' } = event.data?.json() ?? {};
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(ownAddress(event.notification.data?.url ?? '/')));
});

/** Returns an address of this portal, whatever the notice contains: appended to the origin, "x:.elsewhere" would lead to another host. */
function ownAddress(address) {
  const own = new URL(self.location.origin);
  try {
    const { pathname, search } = new URL(address, own);
    own.pathname = pathname;
    own.search = search;
  } catch {
    // No address at all: to the first page.
  }
  return own.href;
}
