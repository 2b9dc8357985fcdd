// Colours for drawing on a canvas: the current values of the design tokens, read again when light and dark change.
import './ink.css';
import { useEffect, useState } from 'react';

/** Font of charts; a canvas inherits none. */
export const FONT = "'Inter Variable', Inter, 'Inter before', system-ui, sans-serif";

const TOKENS = {
  text: '--text',
  muted: '--muted',
  border: '--border',
  borderStrong: '--border-strong',
  hover: '--hover',
  surface: '--surface',
  production: '--production',
  productionFill: '--production-fill',
  consumption: '--consumption',
  fromGrid: '--from-grid',
  toGrid: '--to-grid',
  charge: '--battery-charge',
  discharge: '--battery-discharge',
  voltage: '--line-voltage',
  current: '--line-current',
  frequency: '--line-frequency',
  temperature: '--line-temperature',
  other: '--line-other',
} as const;

export type InkName = keyof typeof TOKENS;
export type Ink = Readonly<Record<InkName, string>>;

/** Returns the CSS of an ink, for marks drawn by the page itself. */
export const inkVar = (name: InkName): string => `var(${TOKENS[name]})`;

export function readInk(element: Element = document.documentElement): Ink {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim() || '#888888']),
  ) as Record<InkName, string>;
}

export function useInk(): Ink {
  const [ink, setInk] = useState(() => readInk());
  useEffect(() => {
    const read = () => setInk(readInk());
    read();
    const watch = new MutationObserver(read);
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mantine-color-scheme'] });
    return () => watch.disconnect();
  }, []);
  return ink;
}
