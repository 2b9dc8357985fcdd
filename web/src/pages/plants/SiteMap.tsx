// The plants of the list on a map: a single plant shows its state, a cluster its number of plants and the shares of their states.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { DEEPEST_ZOOM } from '@heliograph/contract/limits.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import L from 'leaflet';
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FITTED_PADDING, fitInto, MapFrame } from '../../components/map/MapFrame.tsx';
import type { Point } from '../../components/map/worldMap.ts';
import { ProblemInWords } from '../../components/ProblemInWords.tsx';
import { lookOf, SiteStatusBadge } from '../../components/SiteStatusBadge.tsx';
import { full } from '../../format/numbers.ts';
import { links } from '../../links.ts';
import { useAnnounced } from '../../ui/announcer.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from './SiteMap.module.css';
import { countOf, type ShownStatus, TONES } from './siteCounts.ts';
import { type MarkerSpec, useMarkers } from './useMarkers.tsx';

type MapRequest = Request<'site/map'>;
type Cluster = Response<'site/map'>['clusters'][number];
type Box = Cluster['extent'];

const REFRESH_MS = 30_000;
/** Share of the view loaded beyond its edges, so that a short pan shows no empty area. */
const VIEW_PADDING = 0.25;
const PIN_PX = 28;

const corners = ({ south, west, north, east }: Box): [Point, Point] => [
  [south, west],
  [north, east],
];

interface Props {
  filters: MapRequest['filters'];
  /** View as "latitude,longitude,zoom"; '': all plants of the list. */
  at: string;
  onAt: (at: string) => void;
}

export default function SiteMap({ filters, at, onAt }: Props) {
  const all = useCall('site/map', { filters }, { keepsPrevious: true });
  if (all.error && !all.data) return <ErrorState error={all.error} onRetry={() => void all.refetch()} />;
  if (!all.data) {
    return (
      <Card flush>
        <Skeleton height={560} />
      </Card>
    );
  }
  return <LoadedMap filters={filters} at={at} onAt={onAt} extent={all.isPlaceholderData ? null : all.data.extent} />;
}

interface FitOptions {
  map: L.Map | null;
  filters: MapRequest['filters'];
  extent: Box | null;
  onFit: () => void;
}

/** Fits the map to all plants after a new search; the first view comes from the URL. */
function useFit({ map, filters, extent, onFit }: FitOptions): void {
  const search = JSON.stringify(filters);
  const fitted = useRef(search);
  useEffect(() => {
    if (!map || !extent || fitted.current === search) return;
    fitted.current = search;
    onFit();
    fitInto(map, corners(extent));
  }, [map, extent, search, onFit]);
}

/** Zooms by at least one step, after which the squares of clusters are half as wide. */
function zoomTo(map: L.Map, extent: Box): void {
  const bounds = L.latLngBounds(corners(extent));
  const zoom = Math.min(
    DEEPEST_ZOOM,
    Math.max(map.getZoom() + 1, map.getBoundsZoom(bounds, false, L.point(FITTED_PADDING))),
  );
  map.setView(bounds.getCenter(), zoom);
}

/** Returns the name of a marker with its state, which is seen as a colour. */
function labelOf(cluster: Cluster, t: TFunction): string {
  const [site] = cluster.sites;
  if (cluster.siteCount === 1 && site) return `${site.siteName}, ${t(lookOf(site).word)}`;
  const states = RING_ORDER.flatMap((status) => {
    const count = countOf(cluster, status);
    return count > 0 ? [`${t(`state.${status}`)} ${full(count, 0)}`] : [];
  });
  const plants = t('sites.mapPlants', { count: cluster.siteCount, shown: full(cluster.siteCount, 0) });
  return `${plants}: ${states.join(', ')}`;
}

function useMarkerSpecs(clusters: readonly Cluster[] | undefined, onPress: (cluster: Cluster) => void): MarkerSpec[] {
  const { t } = useTranslation();
  return useMemo<MarkerSpec[]>(
    () =>
      (clusters ?? []).map((cluster) => ({
        key: `${cluster.key} ${cluster.siteCount === 1}`,
        at: [cluster.latitude, cluster.longitude],
        sizePx: sizeOf(cluster),
        label: labelOf(cluster, t),
        content: cluster.siteCount === 1 ? <Pin cluster={cluster} /> : <Ring cluster={cluster} />,
        onPress: () => onPress(cluster),
      })),
    [clusters, onPress, t],
  );
}

function LoadedMap({ filters, at, onAt, extent }: Props & { extent: Box | null }) {
  const { t } = useTranslation();
  const [map, setMap] = useState<L.Map | null>(null);
  const [view, setView] = useState<MapRequest['view']>();
  const [selected, setSelected] = useState<string | null>(null);
  const onAtRef = useRef(onAt);
  useEffect(() => {
    onAtRef.current = onAt;
  }, [onAt]);
  const { data } = useCall(
    'site/map',
    { filters, view },
    { enabled: view !== undefined, keepsPrevious: true, refetchIntervalMs: REFRESH_MS },
  );

  const onReady = useCallback((newMap: L.Map) => {
    const updateView = () => {
      setView(viewOf(newMap));
      const { lat, lng } = newMap.getCenter().wrap();
      onAtRef.current(`${lat.toFixed(3)},${lng.toFixed(3)},${newMap.getZoom()}`);
    };
    setMap(newMap);
    setView(viewOf(newMap));
    newMap.on('moveend', updateView);
    return () => setMap(null);
  }, []);

  const clearSelection = useCallback(() => setSelected(null), []);
  useFit({ map, filters, extent, onFit: clearSelection });

  const onPress = useCallback(
    (cluster: Cluster) => {
      if (cluster.sites.length > 0) return setSelected(cluster.key);
      setSelected(null);
      if (!map) return;
      zoomTo(map, cluster.extent);
    },
    [map],
  );
  const markers = useMarkerSpecs(data?.clusters, onPress);
  const markerPortals = useMarkers(map, markers);
  const open = data?.clusters.find(({ key }) => key === selected);
  const [lat, lng, zoom] = at.split(',').map(Number);
  const inView = data && view && t('sites.mapInView', { count: data.total, shown: full(data.total, 0) });
  useAnnounced(inView);
  return (
    <div className={classes.place}>
      <MapFrame
        label={t('sites.map')}
        view={
          at === ''
            ? { bounds: extent ? corners(extent) : undefined }
            : { at: [lat!, lng!], zoom: Math.min(zoom!, DEEPEST_ZOOM) }
        }
        onReady={onReady}
        allowsDeepZoom
        isTall
      >
        <span className="muted num">{inView}</span>
        <Button
          variant="default"
          size="compact-sm"
          disabled={!extent}
          onClick={() => extent && map && fitInto(map, corners(extent))}
        >
          {t('sites.mapAll')}
        </Button>
      </MapFrame>
      {markerPortals}
      {open && <Panel key={open.key} cluster={open} onClose={() => setSelected(null)} />}
    </div>
  );
}

function viewOf(map: L.Map): NonNullable<MapRequest['view']> {
  const bounds = map.getBounds().pad(VIEW_PADDING);
  const clamp = (value: number, max: number) => Math.round(Math.max(-max, Math.min(max, value)) * 1e3) / 1e3;
  return {
    zoom: Math.round(map.getZoom()),
    south: clamp(bounds.getSouth(), 90),
    west: clamp(bounds.getWest(), 180),
    north: clamp(bounds.getNorth(), 90),
    east: clamp(bounds.getEast(), 180),
  };
}

/** Returns the diameter in pixels, which grows with the number of digits. */
const sizeOf = ({ siteCount }: Cluster): number =>
  siteCount === 1 ? PIN_PX : 32 + 5 * Math.floor(Math.log10(siteCount) + 1e-9);

function Pin({ cluster: { sites } }: { cluster: Cluster }) {
  const [site] = sites;
  if (!site) return null;
  const { icon: Icon, size, tone } = lookOf(site);
  return (
    <span className={classes.pin} style={{ '--tone': `var(--${tone})` } as CSSProperties}>
      <Icon size={Math.min(size, 15)} stroke={2} aria-hidden />
    </span>
  );
}

/** Returns the colour of a status; asleep is fainter than offline, as it is no problem. */
const colourOf = (status: ShownStatus): string =>
  status === 'asleep' ? 'color-mix(in srgb, var(--offline) 35%, var(--surface))' : `var(--${TONES[status]})`;

/** Order of the states in a ring, worst first, clockwise from the top. */
const RING_ORDER: readonly ShownStatus[] = ['alert', 'offline', 'notRegistered', 'uncommissioned', 'asleep', 'online'];

function Ring({ cluster }: { cluster: Cluster }) {
  let from = 0;
  const stops = RING_ORDER.map((status) => {
    const to = from + countOf(cluster, status) / cluster.siteCount;
    const stop = `${colourOf(status)} ${from}turn ${to}turn`;
    from = to;
    return stop;
  });
  return (
    <span className={classes.ring} style={{ backgroundImage: `conic-gradient(${stops.join(', ')})` }}>
      <b className="num">{full(cluster.siteCount, 0)}</b>
    </span>
  );
}

function Panel({ cluster: { sites, siteCount }, onClose }: { cluster: Cluster; onClose: () => void }) {
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);
  // Takes the focus when opened and returns it to the marker when closed.
  const opener = useRef(document.activeElement);
  useEffect(() => {
    panel.current?.querySelector('a')?.focus({ preventScroll: true });
  }, []);
  const close = () => {
    onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  };
  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-label={t('sites.mapHere')}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <ActionIcon className={classes.close} aria-label={t('common.close')} onClick={close}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ul>
        {sites.map((site) => (
          <li key={site.sid}>
            <Link {...links.siteDetail(site.sid)} className="cut">
              {site.siteName}
            </Link>
            <div className="under">
              {!site.problem && <SiteStatusBadge {...site} />}
              {site.city}
            </div>
            {site.problem && (
              <ProblemInWords problem={site.problem} currency={site.currency} more={site.problems - 1} />
            )}
          </li>
        ))}
      </ul>
      {siteCount > sites.length && <p className="muted">{t('sites.mapMore', { count: siteCount - sites.length })}</p>}
    </section>
  );
}
