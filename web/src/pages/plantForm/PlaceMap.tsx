// A place chosen on a map: by a click, by dragging its marker, or by keys: arrows move the map or the marker that has the focus.
import { Button } from '@mantine/core';
import L from 'leaflet';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MapFrame } from '../../components/map/MapFrame.tsx';
import classes from '../../components/map/map.module.css';
import type { Point } from '../../components/map/worldMap.ts';

interface Props {
  /** Null: none yet. */
  at: Point | null;
  countryCode: string;
  onPlace: (at: Point) => void;
}

/** As far as an arrow key moves the marker, and with Shift. */
const STEP_PX = { plain: 10, fine: 1 };
const KEYS: Readonly<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A metre is exact enough for a roof. */
function pointOf(where: L.LatLng): Point {
  const { lat, lng } = where.wrap();
  return [Math.round(lat * 1e5) / 1e5, Math.round(lng * 1e5) / 1e5];
}

function moveByKey(event: KeyboardEvent, map: L.Map, marker: L.Marker, put: (where: L.LatLng) => void): void {
  const step = KEYS[event.key];
  if (!step) return;
  event.preventDefault();
  // The map below would move, too.
  event.stopPropagation();
  const by = event.shiftKey ? STEP_PX.fine : STEP_PX.plain;
  const before = map.latLngToContainerPoint(marker.getLatLng());
  put(map.containerPointToLatLng(before.add([step[0] * by, step[1] * by])));
  map.panInside(marker.getLatLng(), { padding: [40, 48] });
}

export default function PlaceMap({ at, countryCode, onPlace }: Props) {
  const { t } = useTranslation();
  const shown = useRef<{ map: L.Map; marker: L.Marker } | null>(null);
  const first = useRef(at);
  // The map is made once, and calls the latest listener.
  const listener = useRef(onPlace);
  useEffect(() => {
    listener.current = onPlace;
  }, [onPlace]);
  const put = useCallback((where: L.LatLng) => {
    const { map, marker } = shown.current ?? {};
    if (!map || !marker) return;
    const point = pointOf(where);
    marker.setLatLng(point);
    if (!map.hasLayer(marker)) marker.addTo(map);
    listener.current(point);
  }, []);

  const ready = useCallback(
    (map: L.Map) => {
      const marker = L.marker(first.current ?? [0, 0], {
        icon: L.divIcon({ className: classes.pin!, iconSize: [28, 36], iconAnchor: [14, 36] }),
        draggable: true,
        autoPan: true,
        keyboard: true,
        alt: t('map.marker'),
        title: t('map.marker'),
      });
      shown.current = { map, marker };
      if (first.current) marker.addTo(map);
      map.on('click', ({ latlng }) => put(latlng));
      marker.on('dragend', () => put(marker.getLatLng()));
      marker.on('add', () => {
        const element = marker.getElement();
        element?.setAttribute('aria-label', t('map.marker'));
        element?.addEventListener('keydown', (event) => moveByKey(event, map, marker, put));
      });
      return () => {
        shown.current = null;
      };
    },
    [put, t],
  );

  // Typed, searched for or located meanwhile.
  useEffect(() => {
    const { map, marker } = shown.current ?? {};
    if (!map || !marker || !at) return;
    const isThere = map.hasLayer(marker) && marker.getLatLng().equals(at, 1e-6);
    if (isThere) return;
    marker.setLatLng(at);
    if (!map.hasLayer(marker)) marker.addTo(map);
    if (!map.getBounds().contains(at)) map.setView(at);
  }, [at]);

  return (
    <MapFrame label={t('map.choose')} view={{ at: at ?? undefined, countryCode }} onReady={ready}>
      <span className="muted">{t('map.chooseText')}</span>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => {
          const { map } = shown.current ?? {};
          if (map) put(map.getCenter());
        }}
      >
        {t('map.here')}
      </Button>
    </MapFrame>
  );
}
