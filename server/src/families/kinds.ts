// What follows for the wire from what kind of device a product is: nodes of the energy flow, the page of a device.

export type Kind = 'microinverter' | 'inverter' | 'hybrid' | 'gateway' | 'meter' | 'allInOne' | 'string' | 'battery';

const FLOW = ['PVPanel', 'home', 'grid', 'battery'] as const;

/** `pageType` is not named in any public client but for microinverters, which are 0. */
const KINDS: Record<Kind, { pageType: number; nodes: readonly (typeof FLOW)[number][] }> = {
  microinverter: { pageType: 0, nodes: ['PVPanel'] },
  inverter: { pageType: 1, nodes: ['PVPanel'] },
  string: { pageType: 2, nodes: ['PVPanel'] },
  hybrid: { pageType: 3, nodes: ['PVPanel', 'home', 'grid', 'battery'] },
  allInOne: { pageType: 4, nodes: ['PVPanel', 'home', 'grid', 'battery'] },
  battery: { pageType: 5, nodes: ['battery'] },
  meter: { pageType: 6, nodes: ['home', 'grid'] },
  gateway: { pageType: 7, nodes: [] },
};

export function pageTypeOf(kind: Kind): number {
  return KINDS[kind].pageType;
}

/** The nodes of the energy flow that a plant with these devices has, in the order of the picture. */
export function componentsOf(kinds: readonly Kind[]): string[] {
  return FLOW.filter((node) => kinds.some((kind) => KINDS[kind].nodes.includes(node)));
}
