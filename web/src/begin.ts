// The first script to run, before libraries are loaded: preloads the calls of the current page.
import { preloadCalls } from './api/preload.ts';
import { dayIn } from './format/times.ts';

export const hasBegun = preloadCalls(location);
// Formatting the first date takes a phone nearly 100 ms, which are available now.
if (hasBegun) setTimeout(() => dayIn(Date.now()));
