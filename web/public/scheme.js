// Sets the stored colour scheme before the first paint, so that a page never flashes in the other one.
(() => {
  let scheme = null;
  try {
    scheme = localStorage.getItem('colorScheme');
  } catch {
    // No storage: the system decides.
  }
  const isDark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
