// Views as links in one row: a row that does not fit scrolls, its overflowing ends fade under an arrow, and the open view is in sight.
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './plant.module.css';

/** Returns the props of a view's link, apart from its address; `preload` runs on hover and focus. */
export const tabProps = (isOpen: boolean, preload: () => void) => ({
  'aria-current': isOpen ? ('page' as const) : undefined,
  className: classes.tab,
  resetScroll: false,
  onPointerEnter: preload,
  onFocus: preload,
});

interface Props {
  label: string;
  /** The open view; the row scrolls to it when it changes. */
  open: string;
  children: ReactNode;
}

/** Moves the focus along the row; Tab still reaches each link. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const at = links.indexOf(event.target as HTMLElement);
  const targets: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: links.length - 1 };
  const target = targets[event.key];
  if (at < 0 || target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  links[target]?.focus();
}

export function TabBar({ label, open, children }: Props) {
  const bar = useRef<HTMLElement>(null);
  const [overflow, setOverflow] = useState({ before: false, after: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: new links have other widths
  useEffect(() => {
    const row = bar.current;
    if (!row) return;
    const update = () => {
      const before = row.scrollLeft > 1;
      const after = row.scrollLeft + row.clientWidth < row.scrollWidth - 1;
      setOverflow((old) => (old.before === before && old.after === after ? old : { before, after }));
    };
    const watch = new ResizeObserver(update);
    watch.observe(row);
    // Links change their width with the font, while the row does not.
    for (const tab of row.children) watch.observe(tab);
    row.addEventListener('scroll', update, { passive: true });
    return () => {
      watch.disconnect();
      row.removeEventListener('scroll', update);
    };
  }, [children]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another view is opened
  useEffect(() => {
    const row = bar.current;
    const tab = row?.querySelector<HTMLElement>('[aria-current]');
    if (!row || !tab) return;
    // Centred, so that its neighbours are visible on both sides.
    row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [open]);
  return (
    <div
      className={`${classes.tabBar} noPrint`}
      data-before={overflow.before || undefined}
      data-after={overflow.after || undefined}
    >
      <nav ref={bar} className={classes.tabs} aria-label={label} onKeyDown={moveFocus}>
        {children}
      </nav>
      {overflow.before && <IconChevronLeft className={classes.goesOn} size={18} stroke={1.75} aria-hidden />}
      {overflow.after && (
        <IconChevronRight className={classes.goesOn} data-at="end" size={18} stroke={1.75} aria-hidden />
      )}
    </div>
  );
}
