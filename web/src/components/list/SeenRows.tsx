// Draws of many rows only those that are seen, with space for the others above and below.
import { useVirtualizer } from '@tanstack/react-virtual';
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

export default function SeenRows({ scroller, count, rowPx, span, render, onSeen }: Props) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    overscan: 12,
    // It would scroll to the top when it begins; one may have come back to another place.
    initialOffset: () => scroller?.scrollTop ?? 0,
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
