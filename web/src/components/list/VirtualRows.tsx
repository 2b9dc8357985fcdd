// Draws of many rows only those that are seen, with space for the others above and below.
import { observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect } from 'react';
import { Spacer } from './DataTable.tsx';

interface Props {
  /** Null until it is drawn. */
  scroller: HTMLElement | null;
  count: number;
  rowPx: number;
  /** How many columns there are. */
  span: number;
  render: (index: number) => ReactNode;
  onSeen?: ((first: number, last: number) => void) | undefined;
}

export default function VirtualRows({ scroller, count, rowPx, span, render, onSeen }: Props) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    overscan: 12,
    initialOffset: () => scroller?.scrollTop ?? 0,
    // When it begins it would scroll to where the table stood as it was drawn: one may have scrolled on since.
    scrollToFn: () => {},
    observeElementOffset: (instance, tell) => {
      const end = observeElementOffset(instance, tell);
      if (scroller) tell(scroller.scrollTop, false);
      return end;
    },
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onSeen?.(first, last), [onSeen, first, last]);
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
