// Search parameters of the dashboard: the section, and what its charts show.

export const SECTIONS = ['devices', 'users'] as const;
export type Section = (typeof SECTIONS)[number];

/** A type alias, as the router accepts no interface. */
export type DashboardSearch = { section?: Section; by?: 'week'; of?: 'devices' };

export const readDashboardSearch = ({ section, by, of }: Record<string, unknown>): DashboardSearch => ({
  ...(section === 'users' || section === 'devices' ? { section } : {}),
  ...(by === 'week' ? { by } : {}),
  ...(of === 'devices' ? { of } : {}),
});

/** Time zone of the browser, in which the charts count days. */
export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
