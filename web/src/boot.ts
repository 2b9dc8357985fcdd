// The page's first script, small: what the page says by itself is drawn, in the styles that its head names (firstFiles.ts), before the client is read, which takes a phone a while.
const begin = (): void => void import('./main.tsx');

// A page in the background gets no frames, and a frame may be long in coming.
if (document.hidden) begin();
else {
  requestAnimationFrame(() => setTimeout(begin));
  setTimeout(begin, 1000);
}
