// Selects a position on a map: by a click, by dragging the marker, or by arrow keys, which move the map or the marker, whichever has the focus.
import { Button } from '@mantine/core';
import L from 'leaflet';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MapFrame } from '../../components/map/MapFrame.tsx';
import classes from '../../components/map/map.module.css';
import type { Point } from '../../components/map/worldMap.ts';

interface Props {
  /** Selected position; null: none yet. */
  at: Point | null;
  countryCode: string;
  onPlace: (at: Point) => void;
}

/** Pixels that an arrow key moves the marker, without and with Shift. */
const STEP_PX = { plain: 10, fine: 1 };
const KEYS: Readonly<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the position rounded to about a metre, which is precise enough for a roof. */
function pointOf(position: L.LatLng): Point {
  const { lat, lng } = position.wrap();
  return [Math.round(lat * 1e5) / 1e5, Math.round(lng * 1e5) / 1e5];
}

function moveByKey(event: KeyboardEvent, map: L.Map, marker: L.Marker, put: (position: L.LatLng) => void): void {
  const step = KEYS[event.key];
  if (!step) return;
  event.preventDefault();
  // Otherwise the map would move as well.
  event.stopPropagation();
  const stepPx = event.shiftKey ? STEP_PX.fine : STEP_PX.plain;
  const start = map.latLngToContainerPoint(marker.getLatLng());
  put(map.containerPointToLatLng(start.add([step[0] * stepPx, step[1] * stepPx])));
  map.panInside(marker.getLatLng(), { padding: [40, 48] });
}

export default function PlaceMap({ at, countryCode, onPlace }: Props) {
  const { t } = useTranslation();
  const mapRef = useRef<{ map: L.Map; marker: L.Marker } | null>(null);
  const first = useRef(at);
  // The map is created once and calls the latest listener.
  const listener = useRef(onPlace);
  useEffect(() => {
    listener.current = onPlace;
  }, [onPlace]);
  const put = useCallback((position: L.LatLng) => {
    const { map, marker } = mapRef.current ?? {};
    if (!map || !marker) return;
    const point = pointOf(position);
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
      mapRef.current = { map, marker };
      if (first.current) marker.addTo(map);
      map.on('click', ({ latlng }) => put(latlng));
      marker.on('dragend', () => put(marker.getLatLng()));
      marker.on('add', () => {
        const element = marker.getElement();
        element?.setAttribute('aria-label', t('map.marker'));
        element?.addEventListener('keydown', (event) => moveByKey(event, map, marker, put));
      });
      return () => {
        mapRef.current = null;
      };
    },
    [put, t],
  );

  // The position was changed outside the map: typed, searched for or located.
  useEffect(() => {
    const { map, marker } = mapRef.current ?? {};
    if (!map || !marker || !at) return;
    const isInPlace = map.hasLayer(marker) && marker.getLatLng().equals(at, 1e-6);
    if (isInPlace) return;
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
          const { map } = mapRef.current ?? {};
          if (map) put(map.getCenter());
        }}
      >
        {t('map.here')}
      </Button>
    </MapFrame>
  );
}
