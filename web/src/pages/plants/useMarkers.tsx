// Markers on a map whose faces are drawn by React: each keeps its element while its key stays, and with it the focus.
import L from 'leaflet';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from '../../components/map/map.module.css';
import type { Point } from '../../components/map/worldMap.ts';

export interface MarkerSpec {
  key: string;
  at: Point;
  /** Its middle stands at the place. */
  sizePx: number;
  /** For screen readers. */
  label: string;
  face: ReactNode;
  onPress: () => void;
}

interface Shown {
  marker: L.Marker;
  element: HTMLElement;
}

/** Answers what is to be rendered beside the map. */
export function useMarkers(map: L.Map | null, markers: readonly MarkerSpec[]): ReactNode {
  const shown = useRef(new Map<string, Shown>());
  const [elements, setElements] = useState<ReadonlyMap<string, HTMLElement>>(new Map());
  // What is pressed asks for what is said now.
  const specs = useRef(new Map<string, MarkerSpec>());
  useEffect(() => {
    specs.current = new Map(markers.map((spec) => [spec.key, spec]));
    if (!map) return;
    const before = shown.current;
    for (const [key, { marker }] of before) {
      if (specs.current.has(key)) continue;
      marker.remove();
      before.delete(key);
    }
    for (const { key, at, sizePx, label } of markers) {
      const there = before.get(key) ?? made(map, { at, sizePx }, () => specs.current.get(key)?.onPress());
      before.set(key, there);
      if (!there.marker.getLatLng().equals(at)) there.marker.setLatLng(at);
      there.marker.getElement()?.setAttribute('aria-label', label);
    }
    setElements(new Map([...before].map(([key, { element }]) => [key, element])));
  }, [map, markers]);
  useEffect(
    () => () => {
      for (const { marker } of shown.current.values()) marker.remove();
      shown.current.clear();
    },
    [],
  );
  return markers.map(({ key, face }) => {
    const element = elements.get(key);
    return element ? createPortal(face, element, key) : null;
  });
}

function made(map: L.Map, { at, sizePx }: Pick<MarkerSpec, 'at' | 'sizePx'>, onPress: () => void): Shown {
  const element = document.createElement('div');
  const icon = L.divIcon({ html: element, className: classes.marker!, iconSize: [sizePx, sizePx] });
  const marker = L.marker(at, { icon }).on('click', onPress).addTo(map);
  // Leaflet gives it the focus and says that it is a button, and no more.
  marker.getElement()?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onPress();
  });
  return { marker, element };
}
