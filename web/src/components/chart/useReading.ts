// Reads a chart by keys: arrow keys move a cursor whose values are spoken and shown, others zoom and move the shown part.
import { type HTMLAttributes, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { untilLoaded } from '../../api/loading.ts';
import { DASH } from '../../format/numbers.ts';
import type { ChartContent, Shown } from './ChartFrame.tsx';
import type { Zoom } from './range.ts';

type Content = Pick<ChartContent, 'rows' | 'columns' | 'legend' | 'label'>;

/** Returns the row's values as one text, without lines that are switched off; '' when it has none. */
function readingOf({ rows, columns, legend }: Content, slot: number, isOn: Shown['isOn']): string {
  const hidden = new Set(legend.filter(({ name }) => !isOn(name)).map(({ label }) => label));
  return (rows[slot]?.cells() ?? [])
    .flatMap((cell, index) => {
      const { label = '', unit = '' } = columns[index] ?? {};
      return index === 0 || cell === DASH || cell === '' || hidden.has(label) ? [] : `${label} ${cell} ${unit}`.trim();
    })
    .join(', ');
}

interface Options {
  content: Content;
  isOn: Shown['isOn'];
  zoom: Zoom;
  /** Id of the text that explains the keys. */
  keysId: string;
  onPick: ((slot: number) => void) | undefined;
}

const KEYS = /^(Arrow\w+|Page\w+|Home|End|Escape|[-+=0])$/;

/** Returns the attributes of the element that is read, and the slot of the cursor while it has the focus. */
export function useReading({ content, isOn, zoom, keysId, onPick }: Options) {
  const { t } = useTranslation();
  const [cursor, setCursor] = useState<number | null>(null);
  const [isFocused, setFocused] = useState(false);
  const [first, last] = zoom.window;
  const newest = content.rows.findLastIndex(
    ({ values }, slot) => slot <= last && values.slice(1).some((value) => typeof value === 'number'),
  );
  const slot = Math.min(Math.max(cursor ?? newest, first), last);
  // A key may wait until its code is loaded.
  const current = useRef({ zoom, slot });
  current.current = { zoom, slot };
  const attributes: HTMLAttributes<HTMLElement> = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': content.label,
    'aria-describedby': keysId,
    'aria-valuemin': first,
    'aria-valuemax': last,
    'aria-valuenow': slot,
    'aria-valuetext': `${content.rows[slot]?.cells()[0]}: ${readingOf(content, slot, isOn) || t('chart.noData')}`,
    onKeyDown(event) {
      const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
      if (key === 'Enter') return onPick?.(slot);
      if (ctrlKey || metaKey || altKey || !KEYS.test(key) || (key === 'Escape' && !zoom.isZoomed)) return;
      event.preventDefault();
      event.stopPropagation();
      setFocused(true);
      void untilLoaded(() => import('./zoomTools.tsx')).then(({ pressKey }) =>
        setCursor(pressKey({ key, shiftKey }, current.current.zoom, current.current.slot)),
      );
    },
    onFocus({ currentTarget }) {
      // The newest value stays chosen when a newer one arrives, so that it is spoken only once.
      setCursor(slot);
      setFocused(currentTarget.matches(':focus-visible'));
    },
    onBlur: () => setFocused(false),
  };
  return { attributes, cursor: isFocused ? slot - first : null };
}
