// The first of our scripts that runs, before the libraries are there: asks what the page of the address reads first.
import { preloadCalls } from './api/preload.ts';
import { dayIn } from './format/times.ts';

export const hasBegun = preloadCalls(location);
// The first date that a browser writes takes a phone nearly a tenth of a second, which it has now.
if (hasBegun) setTimeout(() => dayIn(Date.now()));
