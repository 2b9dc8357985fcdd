// Zooms and moves the shown part of a chart by steps, for keys and buttons; slots are whole numbers, both ends included.

/** First and last slot, both ends included. */
export type Window = readonly [from: number, to: number];

/** What a chart shows of its slots, and how to change it. */
export interface Zoom {
  /** The shown slots. */
  window: Window;
  /** All slots; null when a parent loads the shown part and knows the limits. */
  limits: Window | null;
  isZoomed: boolean;
  /** Null shows everything. */
  zoomTo: (window: Window | null) => void;
}

/** Fewest slots that zooming in leaves. */
const MIN_SLOTS = 3;

const lengthOf = ([from, to]: Window): number => to - from + 1;

export const canZoomIn = (window: Window): boolean => lengthOf(window) > MIN_SLOTS;

/** Returns the half of the window around a slot of it. */
export function zoomIn(window: Window, around: number): Window {
  const length = Math.max(MIN_SLOTS, Math.ceil(lengthOf(window) / 2));
  return within([around - Math.floor(length / 2), around - Math.floor(length / 2) + length - 1], window);
}

/** Returns the window with half its length added on each side; it may exceed what there is. */
export function zoomOut([from, to]: Window): Window {
  const more = Math.ceil(lengthOf([from, to]) / 2);
  return [from - more, to + more];
}

/** Returns the window moved by half its length; it may exceed what there is. */
export function move([from, to]: Window, direction: 1 | -1): Window {
  const step = direction * Math.ceil(lengthOf([from, to]) / 2);
  return [from + step, to + step];
}

/** Returns the window moved, and if necessary shortened, into the limits. */
export function within([from, to]: Window, [first, last]: Window): Window {
  const span = Math.min(to - from, last - first);
  const start = Math.min(Math.max(from, first), last - span);
  return [start, start + span];
}
