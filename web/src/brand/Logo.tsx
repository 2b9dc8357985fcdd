// The mark of the current brand. Its file is the page's icon, too, so that it needs no request of its own.
import { useComputedColorScheme } from '@mantine/core';
import { brand } from './portal.ts';

/** Decorative: the brand's name is beside it. `isOnDark`: on a background that is dark in both schemes. */
export function Logo({ size = 32, isOnDark = false }: { size?: number; isOnDark?: boolean }) {
  const scheme = useComputedColorScheme('light');
  const src = brand.marks[isOnDark ? 'dark' : scheme];
  return brand.withLogo ? <img src={src} width={size} height={size} alt="" /> : null;
}
