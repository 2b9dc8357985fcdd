// Views as links in one row: where they do not fit they scroll, the end that goes on fades under an arrow, and the one that is open is in sight.
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './plant.module.css';

/** Props of a view's link beside its address; `preload` runs when one is about to press it. */
export const tabProps = (isOpen: boolean, preload: () => void) => ({
  'aria-current': isOpen ? ('page' as const) : undefined,
  className: classes.tab,
  resetScroll: false,
  onPointerEnter: preload,
  onFocus: preload,
});

interface Props {
  label: string;
  /** The view that is open: with another one the row scrolls to it. */
  open: string;
  children: ReactNode;
}

export function TabBar({ label, open, children }: Props) {
  const bar = useRef<HTMLElement>(null);
  const [goesOn, setGoesOn] = useState({ before: false, after: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other links, other widths
  useEffect(() => {
    const row = bar.current;
    if (!row) return;
    const look = () => {
      const before = row.scrollLeft > 1;
      const after = row.scrollLeft + row.clientWidth < row.scrollWidth - 1;
      setGoesOn((was) => (was.before === before && was.after === after ? was : { before, after }));
    };
    const watch = new ResizeObserver(look);
    watch.observe(row);
    // Its links become wider with their font, and narrower: the row itself does not.
    for (const tab of row.children) watch.observe(tab);
    row.addEventListener('scroll', look, { passive: true });
    return () => {
      watch.disconnect();
      row.removeEventListener('scroll', look);
    };
  }, [children]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is open
  useEffect(() => {
    const row = bar.current;
    const tab = row?.querySelector<HTMLElement>('[aria-current]');
    if (!row || !tab) return;
    // In the middle, so that its neighbours are seen on both sides.
    row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [open]);
  return (
    <div
      className={`${classes.tabBar} noPrint`}
      data-before={goesOn.before || undefined}
      data-after={goesOn.after || undefined}
    >
      <nav ref={bar} className={classes.tabs} aria-label={label}>
        {children}
      </nav>
      {goesOn.before && <IconChevronLeft className={classes.goesOn} size={18} stroke={1.75} aria-hidden />}
      {goesOn.after && (
        <IconChevronRight className={classes.goesOn} data-at="end" size={18} stroke={1.75} aria-hidden />
      )}
    </div>
  );
}
