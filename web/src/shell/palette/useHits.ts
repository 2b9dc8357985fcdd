// What fits the typed words: plants and devices by the server's own search, pages and actions by their names.

import type { Response } from '@heliograph/contract/calls.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { full } from '../../format/numbers.ts';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { devicesFound, type Hit, hitsFound, sitesFound } from './hits.ts';
import { idOf, type Recent, recent } from './recent.ts';
import { useActions, usePages } from './useOffers.ts';

const WAIT_MS = 150;
/** Asked of the server, and shown. */
const ASKED = 20;
const SHOWN = 7;

export interface Hits {
  hits: Hit[];
  /** The answers for what is typed now are all here. */
  isSettled: boolean;
  error: unknown;
  /** Waits no longer for further letters. */
  askNow: () => void;
}

export function useHits(typed: string, onChangePassword: () => void): Hits {
  const { t } = useTranslation();
  const wanted = typed.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), WAIT_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const mayAsk = usePermission('PvPlant') && asked !== '';
  const request = { page: { size: ASKED, num: 0 }, filters: { keywords: asked } };
  const options = { enabled: mayAsk, keepsPrevious: true };
  const sites = useCall('site/listWithSN', { ...request, sort: [{ field: 'siteName' }], withDevices: false }, options);
  const devices = useCall('device/list', { ...request, sort: [{ field: 'sn' }] }, options);
  const pages = usePages();
  const actions = useActions(onChangePassword);
  const before = useRecent(pages);

  const isSettled =
    asked === wanted && !(mayAsk && [sites, devices].some((call) => call.isPending || call.isPlaceholderData));
  const askNow = () => setAsked(wanted);
  if (wanted === '') return { hits: [...before, ...pages, ...actions], isSettled: true, error: null, askNow };

  // Until the answer is there, what was found for fewer letters is shown as far as it still fits.
  const foundDevices = devicesFound(devices.data?.list ?? [], wanted);
  const foundSites = sitesFound(sites.data?.list ?? [], foundDevices, wanted, isSettled);
  const total = isSettled ? (sites.data?.total ?? 0) : 0;
  const hits: Hit[] = [
    ...foundSites.slice(0, SHOWN).map((site) => plantHit('plants', site.sid, site.siteName, site.city)),
    ...(total > SHOWN
      ? [
          {
            id: 'all plants',
            group: 'plants' as const,
            label: t('palette.allPlants', { total: full(total, 0) }),
            to: links.sites({ q: wanted }),
          },
        ]
      : []),
    ...foundDevices.slice(0, SHOWN).map((device) => deviceHit('devices', device, noteOf(device))),
    ...hitsFound(pages, wanted),
    ...hitsFound(actions, wanted),
  ];
  return { hits, isSettled, error: sites.error ?? devices.error, askNow };
}

const noteOf = ({ alias, modelName, siteName }: Response<'device/list'>['list'][number]): string =>
  [alias, modelName, siteName].filter(Boolean).join(' · ');

const plantHit = (group: Hit['group'], sid: string, name: string, note = ''): Hit => ({
  id: `${group} ${sid}`,
  group,
  label: name,
  note,
  to: links.siteDetail(sid),
  keeps: { kind: 'plant', sid, name },
});

const deviceHit = (group: Hit['group'], { sid, sn, kind }: Parameters<typeof links.device>[0], name: string): Hit => ({
  id: `${group} ${sid} ${sn}`,
  group,
  label: sn,
  note: name,
  to: links.device({ sid, sn, kind }),
  keeps: { kind: 'device', sid, sn, name, deviceKind: kind },
});

/** Plants whose pages were open a moment ago, then what was opened from here; not the plant that is open now twice. */
function useRecent(pages: readonly Hit[]): Hit[] {
  const client = useQueryClient();
  // As it was when the search opened: the list does not move under the reader's hand.
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
        // One that was kept before devices had pages opens its curve.
        const { sid, sn, name, deviceKind = 'sensor' } = entry;
        return [deviceHit('recent', { sid, sn, kind: deviceKind }, name)];
      }
      const page = pages.find(({ keeps }) => keeps?.name === entry.name);
      return page ? [{ ...page, id: `recent ${page.id}`, group: 'recent' }] : [];
    });
  });
  return hits;
}
