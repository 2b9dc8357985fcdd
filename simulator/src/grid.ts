// The grid at a site: its frequency varies slightly, equally for all devices connected to it.
import type { FleetSite } from './fleetSite.ts';
import { drift, hash } from './random.ts';

export const gridSeed = ({ key }: Pick<FleetSite, 'key'>): number => hash(key, 'grid');

export function frequencyAt(site: Pick<FleetSite, 'key' | 'grid'>, atMs: number): number {
  return site.grid.frequencyHz + 0.08 * (drift(gridSeed(site) + 1, atMs / 240_000) - 0.5);
}
