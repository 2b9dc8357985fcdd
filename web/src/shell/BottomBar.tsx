// The menu on phones: the four most used pages, and a sheet with the others and the account.
import { IconDots } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../api/loading.ts';
import { useSession } from '../session/session.ts';
import { KEYS, store, storedJson } from '../session/storage.ts';
import { barRef } from '../ui/barRef.ts';
import { AlertCount } from './AlertCount.tsx';
import classes from './BottomBar.module.css';
import { itemAt, type MenuItem, menuItems } from './menu.tsx';
import { SearchButton } from './SearchButton.tsx';

const MoreSheet = lazyPart(() => import('./MoreSheet.tsx'));

const bottomBar = barRef('--bottom-bar');

const SHOWN = 4;
type Visits = Record<string, number>;

function visits(): Visits {
  const saved = storedJson(KEYS.pageVisits);
  return saved !== null && typeof saved === 'object' ? (saved as Visits) : {};
}

/** Returns the most used entries, in menu order; ties go to top-level entries and the first of each group. */
export function mostUsed(items: readonly MenuItem[], counts: Visits, shown = SHOWN): MenuItem[] {
  const flat = items.flatMap((item) => (item.children.length > 0 ? item.children : [item]));
  /** 1 for an entry after the first of its group. */
  const groupRank = (item: MenuItem) => (items.some(({ children }) => children.indexOf(item) > 0) ? 1 : 0);
  // Of several entries for one page only the first counts its visits.
  const count = (item: MenuItem) =>
    flat.find(({ path }) => path === item.path) === item ? (counts[item.path ?? ''] ?? 0) : 0;
  const best = new Set(flat.toSorted((a, b) => count(b) - count(a) || groupRank(a) - groupRank(b)).slice(0, shown));
  // Entries follow the menu order, so that new counts never swap two of them.
  return flat.filter((item) => best.has(item));
}

export function BottomBar({ onChangePassword, onSearch }: { onChangePassword: () => void; onSearch: () => void }) {
  const { t } = useTranslation();
  const { menus } = useSession();
  const { pathname, search } = useLocation();
  const [isMore, setMore] = useState(false);
  const [wasMore, setWasMore] = useState(false);
  // Read once per visit, so that the bar does not change during the visit.
  const [counts] = useState(visits);
  const items = menuItems(menus, t);
  const currentItem = itemAt(items, pathname, search);
  const shown = mostUsed(items, counts);
  const rest = mostUsed(items, {}, 100).filter((item) => !shown.some(({ id }) => id === item.id));
  useEffect(() => {
    const latest = visits();
    store(KEYS.pageVisits, JSON.stringify({ ...latest, [pathname]: (latest[pathname] ?? 0) + 1 }));
  }, [pathname]);
  const openMore = () => {
    setWasMore(true);
    setMore(true);
  };
  const entry = (item: MenuItem) => {
    if (item.path === null) return null;
    const isCurrent = item === currentItem;
    return (
      <Link
        key={item.id}
        to={item.path}
        search={item.search}
        className={classes.entry}
        data-on={isCurrent || undefined}
        aria-current={isCurrent ? 'page' : undefined}
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
      <nav ref={bottomBar} className={classes.bar} aria-label={t('layout.mainMenu')}>
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
