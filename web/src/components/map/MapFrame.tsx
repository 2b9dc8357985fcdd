// A map for markers: the operator's tiles if configured; without them, or below missing ones, the outlines of countries that are
// shipped with the portal.
// Without that setting no other host is contacted.
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
import { loadWorldMap, type Point, type WorldMap } from './worldMap.ts';

/** Maximum zoom of country outlines, which show no streets. */
const DEEPEST_OUTLINES = 9;
/** Maximum zoom when a single place is fitted into the map. */
const FITTED_ZOOM = 12;
/** Padding of fitted bounds in pixels: half the width of a marker, and some. */
export const FITTED_PADDING: [number, number] = [40, 40];
/** How long the first tile may take, ms. */
const TILE_TIMEOUT_MS = 4000;
const WORLD_BOUNDS: [Point, Point] = [
  [-85, -180],
  [85, 180],
];

const NO_ANIMATION = { zoomAnimation: false, fadeAnimation: false, markerZoomAnimation: false, inertia: false };

export interface MapView {
  /** Initial centre; by default the country, else the whole world. */
  at?: Point | undefined;
  /** Initial zoom level of map tiles; by default a place is shown with its streets, or, without tiles, with its country. */
  zoom?: number;
  /** Initial bounds when `at` is omitted. */
  bounds?: [Point, Point] | undefined;
  /** ISO 3166-1 alpha-2. */
  countryCode?: string;
}

interface Props {
  /** Content of the map for screen readers. */
  label: string;
  view: MapView;
  /** Adds content once; returns the function that removes it. */
  onReady: (map: L.Map) => (() => void) | undefined;
  /** Allows zooming in beyond the detail of outlines, to separate close markers. */
  allowsDeepZoom?: boolean;
  /** Uses all the available height. */
  isTall?: boolean;
  /** Content below the map. */
  children?: ReactNode;
}

export function MapFrame({ label, view, onReady, allowsDeepZoom = false, isTall = false, children }: Props) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<unknown>(null);
  const [areTilesMissing, setTilesMissing] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const first = useRef({ view, onReady, allowsDeepZoom });
  const land = useRef<L.Polygon | null>(null);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    if (!container.current) return;
    const tiles = portal.mapTiles;
    const map = L.map(container.current, {
      attributionControl: false,
      zoomControl: false,
      preferCanvas: true,
      maxBounds: WORLD_BOUNDS,
      maxBoundsViscosity: 1,
      minZoom: 1,
      maxZoom: tiles || first.current.allowsDeepZoom ? DEEPEST_ZOOM : DEEPEST_OUTLINES,
      ...(matchMedia('(prefers-reduced-motion: reduce)').matches && NO_ANIMATION),
    });
    L.control.zoom({ zoomInTitle: t('map.zoomIn'), zoomOutTitle: t('map.zoomOut') }).addTo(map);
    const { at, zoom, bounds: initialBounds, countryCode = '' } = first.current.view;
    if (at) map.setView(at, zoom ?? (tiles ? 16 : 6));
    else if (initialBounds) fitInto(map, initialBounds);
    else map.fitBounds(WORLD_BOUNDS);
    const removeContent = first.current.onReady(map);
    let isUnmounted = false;
    const withWorld = (use: (world: WorldMap) => void) =>
      void loadWorldMap().then(
        (world) => {
          if (!isUnmounted) use(world);
        },
        (error) => setFailure(error),
      );
    const drawOutlines = () => withWorld(({ land: shapes }) => (land.current ??= outlines(map, shapes)));
    if (!tiles) drawOutlines();
    if (!at && !initialBounds)
      withWorld((world) => {
        const bounds = world.boundsOf(countryCode);
        if (bounds) map.fitBounds(bounds);
      });
    const stopWaiting = tiles && addTiles(map, tiles.url, { onMissing: drawOutlines, onState: setTilesMissing });
    return () => {
      isUnmounted = true;
      stopWaiting?.();
      land.current = null;
      removeContent?.();
      map.remove();
    };
  }, [t]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the colour scheme changes
  useEffect(() => {
    // The colours of the page change with the next frame.
    const frame = requestAnimationFrame(() => land.current?.setStyle(currentColours()));
    return () => cancelAnimationFrame(frame);
  }, [scheme]);
  return (
    <div className={classes.frame}>
      <section ref={container} className={classes.map} data-tall={isTall || undefined} aria-label={label} />
      {areTilesMissing && <Notice kind="warning">{t('map.noTiles')}</Notice>}
      {failure !== null && (!portal.mapTiles || areTilesMissing) && (
        <Notice kind="error">{messageOf(failure, t)}</Notice>
      )}
      <div className={classes.below}>
        {children}
        <Attribution />
      </div>
    </div>
  );
}

/** Fits bounds into the map; a single place is shown with its surroundings. */
export function fitInto(map: L.Map, bounds: [Point, Point]): void {
  map.fitBounds(bounds, { maxZoom: FITTED_ZOOM, padding: FITTED_PADDING });
}

/** Adds tiles. Calls `onMissing` when one fails or none arrives in time, and `onState` as all are missing or one arrives. Returns what ends the wait. */
function addTiles(
  map: L.Map,
  url: string,
  { onMissing, onState }: { onMissing: () => void; onState: (areMissing: boolean) => void },
): () => void {
  let hasArrived = false;
  const miss = () => {
    onMissing();
    if (!hasArrived) onState(true);
  };
  const timer = setTimeout(() => {
    if (!hasArrived) miss();
  }, TILE_TIMEOUT_MS);
  L.tileLayer(url, { maxZoom: DEEPEST_ZOOM, noWrap: true })
    .on('tileerror', miss)
    .on('tileload', () => {
      if (!hasArrived) onState(false);
      hasArrived = true;
    })
    .addTo(map);
  return () => clearTimeout(timer);
}

/** Draws countries below the tiles. */
function outlines(map: L.Map, shapes: WorldMap['land']): L.Polygon {
  const pane = 'outlines';
  map.createPane(pane).style.zIndex = '150';
  return L.polygon(shapes, { ...LAND, ...currentColours(), renderer: L.canvas({ pane }) }).addTo(map);
}

const LAND = { interactive: false, smoothFactor: 0.6, weight: 1, fillOpacity: 1 };

/** Returns the current colours of the page. */
function currentColours(): { color: string; fillColor: string } {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return { color: colour('--border-strong'), fillColor: colour('--surface') };
}

/** The operator's attribution of the map; an address at its end becomes a link. */
function Attribution() {
  const attribution = portal.mapTiles?.attribution ?? 'Natural Earth';
  const [, text, address] = /^(.*?)\s*(https:\/\/\S+)?$/.exec(attribution) ?? [];
  return (
    <small className={classes.attribution}>
      {address ? (
        <a href={address} target="_blank" rel="noreferrer">
          {text || address}
        </a>
      ) : (
        text
      )}
    </small>
  );
}
