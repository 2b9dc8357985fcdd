// Before the first paint: the stored colour scheme, so that a page never flashes in the other one. After it: the client.
(() => {
  let scheme = null;
  try {
    scheme = localStorage.getItem('colorScheme');
  } catch {
    // No storage: the system decides.
  }
  const isDark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');

  // Reading the client takes a phone a while, in which the page's own text already stands there. While developing the page names it itself.
  const client = document.querySelector('meta[name="client"]');
  const begin = () => client && import(client.content);
  // A page in the background gets no frames, and a frame may be long in coming.
  if (document.hidden) begin();
  else {
    requestAnimationFrame(() => setTimeout(begin));
    setTimeout(begin, 1000);
  }
})();
