// A named part of a page with its own scrolling, reachable by keyboard.
import type { ComponentProps } from 'react';

export function Scrolls(props: ComponentProps<'section'> & { 'aria-label': string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop, arrow keys do not scroll it in every browser
  return <section {...props} tabIndex={0} />;
}
