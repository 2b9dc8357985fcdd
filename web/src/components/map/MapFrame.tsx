// A map to put things on: the operator's tiles where he has set some, else the outlines of countries that come with the portal.
// No other host is asked without that setting.
import 'leaflet/dist/leaflet.css';
import { DEEPEST_ZOOM } from '@heliograph/contract/limits.ts';
import { useComputedColorScheme } from '@mantine/core';
import L from 'leaflet';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { portal } from '../../brand/portal.ts';
import { Notice } from '../../ui/Notice.tsx';
import classes from './map.module.css';
import { loadWorldMap, type Point } from './worldMap.ts';

/** Outlines of countries tell nothing of a street. */
const DEEPEST_OUTLINES = 9;
/** Around a single place that is fitted into the map. */
const FITTED_ZOOM = 12;
/** Between what is fitted and the edge: half a mark's width, and some. */
export const FITTED_PADDING: [number, number] = [40, 40];
const WHOLE: [Point, Point] = [
  [-85, -180],
  [85, 180],
];

const STILL = { zoomAnimation: false, fadeAnimation: false, markerZoomAnimation: false, inertia: false };

export interface MapView {
  /** Where it looks at first; left out: the country, else the whole world. */
  at?: Point | undefined;
  /** How near, as map tiles count it; left out: a place is seen with its streets, or, without tiles, its country. */
  zoom?: number;
  /** What it shows at first where `at` is not given. */
  bounds?: [Point, Point] | undefined;
  /** ISO 3166-1 alpha-2. */
  countryCode?: string;
}

interface Props {
  /** What is shown on it, for screen readers. */
  label: string;
  view: MapView;
  /** Puts things on it, once; answers how to take them off. */
  onReady: (map: L.Map) => (() => void) | undefined;
  /** Nearer than outlines of countries tell anything: to part what stands close together. */
  isDeep?: boolean;
  /** As high as there is room for. */
  isTall?: boolean;
  /** Below it. */
  children?: ReactNode;
}

export function MapFrame({ label, view, onReady, isDeep = false, isTall = false, children }: Props) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<unknown>(null);
  const place = useRef<HTMLDivElement>(null);
  const first = useRef({ view, onReady, isDeep });
  const land = useRef<L.Polygon | null>(null);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    if (!place.current) return;
    const tiles = portal.mapTiles;
    const map = L.map(place.current, {
      attributionControl: false,
      zoomControl: false,
      preferCanvas: true,
      maxBounds: WHOLE,
      maxBoundsViscosity: 1,
      minZoom: 1,
      maxZoom: tiles || first.current.isDeep ? DEEPEST_ZOOM : DEEPEST_OUTLINES,
      ...(matchMedia('(prefers-reduced-motion: reduce)').matches && STILL),
    });
    L.control.zoom({ zoomInTitle: t('map.zoomIn'), zoomOutTitle: t('map.zoomOut') }).addTo(map);
    const { at, zoom, bounds: shown, countryCode = '' } = first.current.view;
    if (at) map.setView(at, zoom ?? (tiles ? 16 : 6));
    else if (shown) fitInto(map, shown);
    else map.fitBounds(WHOLE);
    if (tiles) L.tileLayer(tiles.url, { maxZoom: DEEPEST_ZOOM, noWrap: true }).addTo(map);
    const takeOff = first.current.onReady(map);
    let isGone = false;
    if (!tiles || (!at && !shown))
      loadWorldMap().then(
        (world) => {
          if (isGone) return;
          if (!tiles)
            land.current = L.polygon(world.land, { ...LAND, ...coloursNow() })
              .addTo(map)
              .bringToBack();
          const bounds = at || shown ? null : world.boundsOf(countryCode);
          if (bounds) map.fitBounds(bounds);
        },
        (error) => setFailure(error),
      );
    return () => {
      isGone = true;
      land.current = null;
      takeOff?.();
      map.remove();
    };
  }, [t]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another scheme other colours
  useEffect(() => {
    // They are the page's with the next frame.
    const frame = requestAnimationFrame(() => land.current?.setStyle(coloursNow()));
    return () => cancelAnimationFrame(frame);
  }, [scheme]);
  return (
    <div className={classes.frame}>
      <section ref={place} className={classes.map} data-tall={isTall || undefined} aria-label={label} />
      {failure !== null && !portal.mapTiles && <Notice kind="error">{messageOf(failure, t)}</Notice>}
      <div className={classes.below}>
        {children}
        <Attribution />
      </div>
    </div>
  );
}

/** So that all of it is seen, and of a single place its surroundings, too. */
export function fitInto(map: L.Map, bounds: [Point, Point]): void {
  map.fitBounds(bounds, { maxZoom: FITTED_ZOOM, padding: FITTED_PADDING });
}

const LAND = { interactive: false, smoothFactor: 0.6, weight: 1, fillOpacity: 1 };

/** The page's own, as they are now. */
function coloursNow(): { color: string; fillColor: string } {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return { color: colour('--border-strong'), fillColor: colour('--surface') };
}

/** Whose map it is, as the operator wrote it; an address at its end is a link. */
function Attribution() {
  const said = portal.mapTiles?.attribution ?? 'Natural Earth';
  const [, words, address] = /^(.*?)\s*(https:\/\/\S+)?$/.exec(said) ?? [];
  return (
    <small className={classes.attribution}>
      {address ? (
        <a href={address} target="_blank" rel="noreferrer">
          {words || address}
        </a>
      ) : (
        words
      )}
    </small>
  );
}
