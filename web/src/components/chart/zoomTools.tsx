// Zooming and moving a chart without a pointer: its buttons, and what each key does. Loaded with the chart library.
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnounced } from '../../ui/announcer.ts';
import { canZoomIn, move, type Window, within, type Zoom, zoomIn, zoomOut } from './range.ts';

/** Shows a window, moved into the limits; everything if it has all of it. */
function show({ limits, zoomTo }: Zoom, window: Window): void {
  const [from, to] = limits ? within(window, limits) : window;
  zoomTo(from === limits?.[0] && to === limits[1] ? null : [from, to]);
}

/** Returns what can be done: zooming in around a slot, and the rest while a part is shown. */
function actionsOf(zoom: Zoom, around: number) {
  const { window, isZoomed } = zoom;
  return {
    zoomIn: canZoomIn(window) ? () => show(zoom, zoomIn(window, around)) : undefined,
    ...(isZoomed && {
      zoomOut: () => show(zoom, zoomOut(window)),
      earlier: () => show(zoom, move(window, -1)),
      later: () => show(zoom, move(window, 1)),
      resetZoom: () => zoom.zoomTo(null),
    }),
  };
}

const ICONS = [
  ['zoomIn', IconZoomIn],
  ['zoomOut', IconZoomOut],
  ['earlier', IconChevronLeft],
  ['later', IconChevronRight],
  ['resetZoom', IconZoomReset],
] as const;

interface Props {
  zoom: Zoom;
  /** Names of the first and last shown slot. */
  ends: readonly [from: string, to: string];
  /** Id of the text that explains the keys. */
  keysId: string;
  /** Renders a button; without an action it is disabled. */
  button: (label: string, icon: ReactNode, onClick: (() => void) | undefined) => ReactNode;
}

export function ZoomTools({ zoom, ends: [from, to], keysId, button }: Props) {
  const { t } = useTranslation();
  const range = t('chartZoom.range', { from, to });
  // Another month has other days, which are no result of a zoom. A part that a parent loads arrives after the zoom has changed.
  useAnnounced(range, zoom.limits && !zoom.isZoomed ? 'all' : range);
  const actions = actionsOf(zoom, Math.round((zoom.window[0] + zoom.window[1]) / 2));
  return (
    <>
      {ICONS.map(
        ([name, Icon]) =>
          name in actions && (
            <Fragment key={name}>
              {button(t(`chartZoom.${name}`), <Icon size={18} stroke={1.75} />, actions[name])}
            </Fragment>
          ),
      )}
      <span id={keysId} hidden>
        {t('chartZoom.keys')}
      </span>
    </>
  );
}

export interface PressedKey {
  key: string;
  shiftKey: boolean;
}

/** Does what a key stands for, and returns the slot of the cursor afterwards. */
export function pressKey({ key, shiftKey }: PressedKey, zoom: Zoom, slot: number): number {
  const [first, last] = zoom.window;
  const { zoomIn: finer, zoomOut: coarser, earlier, later, resetZoom } = actionsOf(zoom, slot);
  const page = Math.ceil((last - first) / 10);
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -page,
    PageUp: page,
    Home: first - slot,
    End: last - slot,
  };
  const actions: Record<string, (() => void) | undefined> = {
    '+': finer,
    '=': finer,
    '-': coarser,
    '0': resetZoom,
    Escape: resetZoom,
    ...(shiftKey && { ArrowLeft: earlier ?? (() => undefined), ArrowRight: later ?? (() => undefined) }),
  };
  if (actions[key]) actions[key]();
  else return Math.min(Math.max(slot + (steps[key] ?? 0), first), last);
  return slot;
}
