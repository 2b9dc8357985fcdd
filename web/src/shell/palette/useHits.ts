// Hits for the typed text: plants and devices from the server's search, pages and actions by their names.

import type { Response } from '@heliograph/contract/calls.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { full } from '../../format/numbers.ts';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { devicesFound, type Hit, hitsFound, sectionsFound, sitesFound } from './hits.ts';
import { idOf, type Recent, recent } from './recent.ts';
import { useGuide } from './useGuide.ts';
import { useActions, usePages } from './useOffers.ts';

const WAIT_MS = 150;
/** Numbers of rows requested from the server, and shown. */
const REQUESTED = 20;
const SHOWN = 7;

export interface Hits {
  hits: Hit[];
  /** All answers for the current text have arrived. */
  isSettled: boolean;
  error: unknown;
  /** Searches without waiting for further typing. */
  searchNow: () => void;
}

export function useHits(typed: string, onChangePassword: () => void): Hits {
  const { t } = useTranslation();
  const text = typed.trim();
  const [searched, setSearched] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const isEnabled = usePermission('PvPlant') && searched !== '';
  const request = { page: { size: REQUESTED, num: 0 }, filters: { keywords: searched } };
  const options = { enabled: isEnabled, keepsPrevious: true };
  const sites = useCall('site/listWithSN', { ...request, sort: [{ field: 'siteName' }], withDevices: false }, options);
  const devices = useCall('device/list', { ...request, sort: [{ field: 'sn' }] }, options);
  const pages = usePages();
  const actions = useActions(onChangePassword);
  const recentHits = useRecent(pages);
  const guide = useGuide();

  const isAnswered =
    searched === text && !(isEnabled && [sites, devices].some((call) => call.isPending || call.isPlaceholderData));
  const searchNow = () => setSearched(text);
  if (text === '') return { hits: [...recentHits, ...pages, ...actions], isSettled: true, error: null, searchNow };

  // Until the answer arrives, the hits for the shorter text are shown while they still match.
  const foundDevices = devicesFound(devices.data?.list ?? [], text);
  const foundSites = sitesFound(sites.data?.list ?? [], foundDevices, text, isAnswered);
  const total = isAnswered ? (sites.data?.total ?? 0) : 0;
  const others: Hit[] = [
    ...foundSites.slice(0, SHOWN).map((site) => plantHit('plants', site.sid, site.siteName, site.city)),
    ...(total > SHOWN
      ? [
          {
            id: 'all plants',
            group: 'plants' as const,
            label: t('palette.allPlants', { total: full(total, 0) }),
            to: links.sites({ q: text }),
          },
        ]
      : []),
    ...foundDevices.slice(0, SHOWN).map((device) => deviceHit('devices', device, noteOf(device))),
    ...hitsFound(pages, text),
    ...hitsFound(actions, text),
  ];
  return {
    hits: [...others, ...sectionsFound(guide.sections, text)],
    // The guide is waited for only where it is all that could be found.
    isSettled: isAnswered && (others.length > 0 || guide.isSettled),
    error: sites.error ?? devices.error,
    searchNow,
  };
}

const noteOf = ({ alias, modelName, siteName }: Response<'device/list'>['list'][number]): string =>
  [alias, modelName, siteName].filter(Boolean).join(' · ');

const plantHit = (group: Hit['group'], sid: string, name: string, note = ''): Hit => ({
  id: `${group} ${sid}`,
  group,
  label: name,
  note,
  to: links.siteDetail(sid),
  recent: { kind: 'plant', sid, name },
});

const deviceHit = (group: Hit['group'], { sid, sn, kind }: Parameters<typeof links.device>[0], name: string): Hit => ({
  id: `${group} ${sid} ${sn}`,
  group,
  label: sn,
  note: name,
  to: links.device({ sid, sn, kind }),
  recent: { kind: 'device', sid, sn, name, deviceKind: kind },
});

/** Returns stored recent entries, then plants whose pages were open a moment ago; each plant once. */
function useRecent(pages: readonly Hit[]): Hit[] {
  const client = useQueryClient();
  // Fixed when the search opens, so that the list does not move while it is used.
  const [hits] = useState(() => {
    const open = client
      .getQueryCache()
      .findAll({ queryKey: ['call', 'site/overview'] })
      .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
      .flatMap(({ state }): Recent[] => {
        const site = state.data as Response<'site/overview'> | undefined;
        return site ? [{ kind: 'plant', sid: site.sid, name: site.siteName }] : [];
      });
    const entries = new Map([...recent(), ...open].map((entry) => [idOf(entry), entry]));
    return [...entries.values()].slice(0, SHOWN).flatMap((entry): Hit[] => {
      if (entry.kind === 'plant') return [plantHit('recent', entry.sid, entry.name)];
      if (entry.kind === 'device') {
        // An entry stored before devices had pages opens the curve of the device.
        const { sid, sn, name, deviceKind = 'sensor' } = entry;
        return [deviceHit('recent', { sid, sn, kind: deviceKind }, name)];
      }
      const page = pages.find(({ recent }) => recent?.name === entry.name);
      return page ? [{ ...page, id: `recent ${page.id}`, group: 'recent' }] : [];
    });
  });
  return hits;
}
