// A plan prepared for drawing: zones with the indexes of their modules, bounds, inks, and the photo below.
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInk } from '../chart/ink.ts';
import type { DrawnZone, Inks } from './drawRoof.ts';
import { type NamedModule, zoneName } from './names.ts';
import { type Box, boxOf, boxOfAll, keyOf, type Zone } from './plan.ts';

export interface Photo {
  name: string;
  path: string;
  width: number;
  height: number;
  x: number;
  y: number;
  opacity: number;
}

export interface Roof {
  zones: readonly Zone[];
  drawn: readonly DrawnZone[];
  bounds: Box | null;
  /** Image of the photo; null when there is none or it is loading. */
  picture: HTMLImageElement | null;
  photo: Photo | null;
  photoScale: number;
}

export function useRoof(
  zones: readonly Zone[],
  modules: readonly NamedModule[],
  photo: Photo | null,
  photoScale: number,
): Roof {
  const { t } = useTranslation();
  const indexOf = useMemo(() => new Map(modules.map((module, index) => [keyOf(module), index])), [modules]);
  const drawn = useMemo(
    () =>
      zones.map((zone): DrawnZone => {
        const cells = zone.modules.flatMap((module) => {
          const index = indexOf.get(keyOf(module));
          return index === undefined ? [] : [{ row: module.row, column: module.column, index }];
        });
        return { zone, name: zoneName(zone, t), cells };
      }),
    [zones, indexOf, t],
  );
  const bounds = useMemo(() => {
    const boxes = zones.map(boxOf);
    if (!photo) return boxOfAll(boxes);
    const { x, y, width, height } = photo;
    return boxOfAll([...boxes, { left: x, top: y, right: x + width * photoScale, bottom: y + height * photoScale }]);
  }, [zones, photo, photoScale]);
  const picture = usePicture(photo?.path);
  return { zones, drawn, bounds, picture, photo, photoScale };
}

function usePicture(path: string | undefined): HTMLImageElement | null {
  const [picture, setPicture] = useState<HTMLImageElement | null>(null);
  useEffect(() => {
    setPicture(null);
    if (path === undefined) return;
    const image = new Image();
    image.onload = () => setPicture(image);
    image.src = `/${path}`;
    return () => {
      image.onload = null;
    };
  }, [path]);
  return picture;
}

export function useInks(): Inks {
  const ink = useInk();
  return useMemo(() => {
    const style = getComputedStyle(document.documentElement);
    const token = (name: string) => style.getPropertyValue(name).trim() || '#888888';
    const { text, muted, borderStrong, surface } = ink;
    return {
      text,
      muted,
      borderStrong,
      surface,
      accent: token('--accent'),
      warning: token('--warning'),
      fault: token('--fault'),
    };
  }, [ink]);
}
