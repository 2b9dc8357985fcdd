// Size of a module on the roof plan, for the server that arranges zones and the page that draws them.

/** Metres from one module to the next: a common module of 1.72 by 1.13 m plus clamps. */
const LONG_M = 1.74;
const SHORT_M = 1.15;

export const PANEL = {
  portrait: { width: SHORT_M, height: LONG_M },
  landscape: { width: LONG_M, height: SHORT_M },
} as const;
