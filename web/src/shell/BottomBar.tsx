// The side menu of phones: the four pages used most, and a sheet with the others and the account.
import { IconDots } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../api/loading.ts';
import { useSession } from '../session/session.ts';
import { KEYS, store, storedJson } from '../session/storage.ts';
import { AlertCount } from './AlertCount.tsx';
import classes from './BottomBar.module.css';
import { itemAt, type MenuItem, menuItems } from './menu.tsx';
import { SearchButton } from './SearchButton.tsx';

const MoreSheet = lazyPart(() => import('./MoreSheet.tsx'));

const SHOWN = 4;
type Visits = Record<string, number>;

function visits(): Visits {
  const kept = storedJson(KEYS.pageVisits);
  return kept !== null && typeof kept === 'object' ? (kept as Visits) : {};
}

/** The most used; of equally used ones what stands at the top of the menu or first in its group, in the order of the menu. */
export function mostUsed(items: readonly MenuItem[], counts: Visits, shown = SHOWN): MenuItem[] {
  const flat = items.flatMap((item) => (item.children.length > 0 ? item.children : [item]));
  /** 1 for what stands behind others in its group. */
  const behind = (item: MenuItem) => (items.some(({ children }) => children.indexOf(item) > 0) ? 1 : 0);
  // Of several ways to one page it is the first that is used so often.
  const count = (item: MenuItem) =>
    flat.find(({ path }) => path === item.path) === item ? (counts[item.path ?? ''] ?? 0) : 0;
  const best = new Set(flat.toSorted((a, b) => count(b) - count(a) || behind(a) - behind(b)).slice(0, shown));
  // Places on the bar follow the menu, so that counting never swaps two of them.
  return flat.filter((item) => best.has(item));
}

export function BottomBar({ onChangePassword, onSearch }: { onChangePassword: () => void; onSearch: () => void }) {
  const { t } = useTranslation();
  const { menus } = useSession();
  const { pathname, search } = useLocation();
  const [isMore, setMore] = useState(false);
  const [wasMore, setWasMore] = useState(false);
  // Counted again on the next visit, so that the bar stands still during this one.
  const [counts] = useState(visits);
  const items = menuItems(menus, t);
  const here = itemAt(items, pathname, search);
  const shown = mostUsed(items, counts);
  const rest = mostUsed(items, {}, 100).filter((item) => !shown.some(({ id }) => id === item.id));
  useEffect(() => {
    const now = visits();
    store(KEYS.pageVisits, JSON.stringify({ ...now, [pathname]: (now[pathname] ?? 0) + 1 }));
  }, [pathname]);
  const openMore = () => {
    setWasMore(true);
    setMore(true);
  };
  const entry = (item: MenuItem) => {
    if (item.path === null) return null;
    const isHere = item === here;
    return (
      <Link
        key={item.id}
        to={item.path}
        search={item.search}
        className={classes.entry}
        data-on={isHere || undefined}
        aria-current={isHere ? 'page' : undefined}
        onClick={() => setMore(false)}
      >
        <item.Icon size={20} stroke={1.75} aria-hidden />
        <span>{item.title}</span>
        <AlertCount item={item} />
      </Link>
    );
  };
  return (
    <>
      <nav className={classes.bar} aria-label={t('layout.mainMenu')}>
        {shown.map(entry)}
        <SearchButton onOpen={onSearch} className={classes.entry} />
        <button type="button" className={classes.entry} onClick={openMore} aria-expanded={isMore}>
          <IconDots size={20} stroke={1.75} aria-hidden />
          <span>{t('common.more')}</span>
        </button>
      </nav>
      <Suspense>
        {wasMore && (
          <MoreSheet isOpen={isMore} close={() => setMore(false)} onChangePassword={onChangePassword}>
            {rest.length > 0 && <div className={classes.rest}>{rest.map(entry)}</div>}
          </MoreSheet>
        )}
      </Suspense>
    </>
  );
}
