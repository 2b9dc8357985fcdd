// What the address of the dashboard carries: which of its two sections, and what its charts show.

export const SECTIONS = ['devices', 'users'] as const;
export type Section = (typeof SECTIONS)[number];

/** A type, as the router takes no interface. */
export type DashboardSearch = { section?: Section; by?: 'week'; of?: 'devices' };

export const readDashboardSearch = ({ section, by, of }: Record<string, unknown>): DashboardSearch => ({
  ...(section === 'users' || section === 'devices' ? { section } : {}),
  ...(by === 'week' ? { by } : {}),
  ...(of === 'devices' ? { of } : {}),
});

/** Whose days the charts show: the reader's own. */
export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
