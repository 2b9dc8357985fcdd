// The mark of the current brand. Its file is the page's icon, too, so that it needs no request of its own.
import { brand } from './portal.ts';

/** Returns the address of a brand's mark. */
export const markOf = (brandId: number): string => `/brand/${brandId}.svg`;

/** Decorative: the brand's name is beside it. */
export function Logo({ size = 32 }: { size?: number }) {
  return brand.withLogo ? <img src={markOf(brand.id)} width={size} height={size} alt="" /> : null;
}
