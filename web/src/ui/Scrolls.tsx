// A part of a page that scrolls by itself, named, and reachable by keys.
import type { ComponentProps } from 'react';

export function Scrolls(props: ComponentProps<'section'> & { 'aria-label': string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without a stop of the tab key arrow keys could not scroll it in every browser
  return <section {...props} tabIndex={0} />;
}
