// Shows notices that the server has sent to this browser, and opens what they are about; it keeps and serves no files.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title = '', body = '', tag = '', url = '/' } = event.data?.json() ?? {};
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(ownAddress(event.notification.data?.url ?? '/')));
});

/** Of this portal alone, whatever the notice says: put behind its name, "x:.elsewhere" would have made another one of it. */
function ownAddress(said) {
  const own = new URL(self.location.origin);
  try {
    const { pathname, search } = new URL(said, own);
    own.pathname = pathname;
    own.search = search;
  } catch {
    // No address at all: to the first page.
  }
  return own.href;
}
