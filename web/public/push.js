// Shows notices that the server has sent to this browser, and opens what they are about; it keeps and serves no files.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title = '', body = '', tag = '', url = '/' } = event.data?.json() ?? {};
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  // Of this portal alone, whatever the notice says.
  const url = new URL(event.notification.data?.url ?? '/', self.location.origin);
  event.waitUntil(self.clients.openWindow(`${self.location.origin}${url.pathname}${url.search}`));
});
