// Sets the stored colour scheme before the first paint, so that a page never flashes in the other one.
try {
  var scheme = localStorage.getItem('colorScheme');
  var dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
} catch {
  // No storage: tokens.css follows the system by itself.
}
