// Map markers with content rendered by React. A marker keeps its element, and with it the focus, as long as its key stays.
import L from 'leaflet';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from '../../components/map/map.module.css';
import type { Point } from '../../components/map/worldMap.ts';

export interface MarkerSpec {
  key: string;
  at: Point;
  /** Diameter; the centre is at the position. */
  sizePx: number;
  /** Label for screen readers. */
  label: string;
  content: ReactNode;
  onPress: () => void;
}

interface ShownMarker {
  marker: L.Marker;
  element: HTMLElement;
}

/** Returns the portals to render next to the map. */
export function useMarkers(map: L.Map | null, markers: readonly MarkerSpec[]): ReactNode {
  const shownMarkers = useRef(new Map<string, ShownMarker>());
  const [elements, setElements] = useState<ReadonlyMap<string, HTMLElement>>(new Map());
  // Looks up the current spec on a click.
  const specs = useRef(new Map<string, MarkerSpec>());
  useEffect(() => {
    specs.current = new Map(markers.map((spec) => [spec.key, spec]));
    if (!map) return;
    const markersByKey = shownMarkers.current;
    for (const [key, { marker }] of markersByKey) {
      if (specs.current.has(key)) continue;
      marker.remove();
      markersByKey.delete(key);
    }
    for (const { key, at, sizePx, label } of markers) {
      const entry = markersByKey.get(key) ?? createMarker(map, { at, sizePx }, () => specs.current.get(key)?.onPress());
      markersByKey.set(key, entry);
      if (!entry.marker.getLatLng().equals(at)) entry.marker.setLatLng(at);
      entry.marker.getElement()?.setAttribute('aria-label', label);
    }
    sortInPane([...markersByKey.values()].map(({ marker }) => marker));
    setElements(new Map([...markersByKey].map(([key, { element }]) => [key, element])));
  }, [map, markers]);
  useEffect(
    () => () => {
      for (const { marker } of shownMarkers.current.values()) marker.remove();
      shownMarkers.current.clear();
    },
    [],
  );
  return markers.map(({ key, content }) => {
    const element = elements.get(key);
    return element ? createPortal(content, element, key) : null;
  });
}

/** Puts markers into the order of reading, which Tab follows: from north to south, then from west to east. */
function sortInPane(markers: readonly L.Marker[]): void {
  const sorted = markers.toSorted((one, other) => {
    const [{ lat, lng }, next] = [one.getLatLng(), other.getLatLng()];
    return next.lat - lat || lng - next.lng;
  });
  const elements = sorted.flatMap((marker) => marker.getElement() ?? []);
  const focused = elements.indexOf(document.activeElement as HTMLElement);
  // A moved element loses the focus, so the others are moved around it.
  for (const [index, element] of elements.entries()) {
    if (index < focused) element.parentElement?.insertBefore(element, elements[focused]!);
    if (index > focused) element.parentElement?.append(element);
  }
}

function createMarker(map: L.Map, { at, sizePx }: Pick<MarkerSpec, 'at' | 'sizePx'>, onPress: () => void): ShownMarker {
  const element = document.createElement('div');
  const icon = L.divIcon({ html: element, className: classes.marker!, iconSize: [sizePx, sizePx] });
  const marker = L.marker(at, { icon }).on('click', onPress).addTo(map);
  // Leaflet makes the marker focusable with the role of a button, but handles no keys.
  marker.getElement()?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onPress();
  });
  return { marker, element };
}
