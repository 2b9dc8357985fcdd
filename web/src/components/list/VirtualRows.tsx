// Renders only the visible rows of a long list, with space for the others above and below.
import { observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect } from 'react';
import { Spacer } from './DataTable.tsx';

interface Props {
  /** Null until it is rendered. */
  scroller: HTMLElement | null;
  count: number;
  rowPx: number;
  /** Number of columns. */
  span: number;
  render: (index: number) => ReactNode;
  onVisible?: ((first: number, last: number) => void) | undefined;
}

export default function VirtualRows({ scroller, count, rowPx, span, render, onVisible }: Props) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    overscan: 12,
    initialOffset: () => scroller?.scrollTop ?? 0,
    // On start it would scroll to the position from when the table was rendered; the user may have scrolled since.
    scrollToFn: () => {},
    observeElementOffset: (instance, onOffset) => {
      const stop = observeElementOffset(instance, onOffset);
      if (scroller) onOffset(scroller.scrollTop, false);
      return stop;
    },
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onVisible?.(first, last), [onVisible, first, last]);
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <>
      {above > 0 && <Spacer span={span} px={above} />}
      {items.map(({ index }) => render(index))}
      {below > 0 && <Spacer span={span} px={below} />}
    </>
  );
}
