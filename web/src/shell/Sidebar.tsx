// The side menu of wide screens: 80 pixels wide with labels under the icons, 240 when open; starts collapsed.
import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, preload } from '../api/loading.ts';
import { Logo } from '../brand/Logo.tsx';
import { brand } from '../brand/portal.ts';
import { links } from '../links.ts';
import { useSession } from '../session/session.ts';
import { AccountButton } from './AccountButton.tsx';
import { AlertCount } from './AlertCount.tsx';
import { itemAt, type MenuItem, menuItems } from './menu.tsx';
import { SearchButton } from './SearchButton.tsx';
import classes from './Sidebar.module.css';

const loadAccount = () => import('./AccountMenu.tsx');
const AccountMenu = lazyPart(loadAccount);

interface Props {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  onChangePassword: () => void;
  onSearch: () => void;
}

export function Sidebar({ isOpen, setOpen, onChangePassword, onSearch }: Props) {
  const { t } = useTranslation();
  const { menus } = useSession();
  const { pathname, search } = useLocation();
  const [isAccountRequested, setAccountRequested] = useState(false);
  const items = menuItems(menus, t);
  const currentItem = itemAt(items, pathname, search);
  const Toggle = isOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  return (
    <aside className={classes.side} data-open={isOpen || undefined} data-theme={brand.sidebar}>
      <Link {...links.sites()} className={classes.brand} aria-label={brand.name}>
        <Logo size={32} isOnDark={brand.sidebar !== 'surface'} />
        {isOpen && <span className={classes.brandName}>{brand.name}</span>}
      </Link>
      <div className={classes.search}>
        <SearchButton
          onOpen={onSearch}
          className={classes.entry}
          wordClassName={classes.word}
          hintClassName={classes.hint}
        />
      </div>
      <nav className={classes.nav} aria-label={t('layout.mainMenu')}>
        {items.map((item) => (
          <Entry key={item.id} item={item} currentItem={currentItem} isOpen={isOpen} open={() => setOpen(true)} />
        ))}
      </nav>
      <div className={classes.foot}>
        <ActionIcon
          className={classes.toggle}
          size={40}
          onClick={() => setOpen(!isOpen)}
          aria-label={t(isOpen ? 'layout.closeMenu' : 'layout.openMenu')}
          aria-expanded={isOpen}
        >
          <Toggle size={20} stroke={1.75} />
        </ActionIcon>
        {isAccountRequested ? (
          <Suspense fallback={<AccountButton isOpen={false} withName={isOpen} />}>
            <AccountMenu withName={isOpen} onChangePassword={onChangePassword} />
          </Suspense>
        ) : (
          <AccountButton
            isOpen={false}
            withName={isOpen}
            onClick={() => setAccountRequested(true)}
            onPointerEnter={() => preload(loadAccount)}
          />
        )}
      </div>
    </aside>
  );
}

interface EntryProps {
  item: MenuItem;
  /** The entry of the current page. */
  currentItem: MenuItem | undefined;
  isOpen: boolean;
  open: () => void;
}

function Entry({ item, currentItem, isOpen, open }: EntryProps) {
  const isCurrent = currentItem === item || item.children.some((child) => child === currentItem);
  const [isExpanded, setExpanded] = useState(isCurrent);
  const body = (
    <>
      <item.Icon size={20} stroke={1.75} aria-hidden />
      <span className={classes.word}>{item.title}</span>
      <AlertCount item={item} />
    </>
  );
  if (item.children.length === 0 && item.path !== null) {
    return (
      <Link
        to={item.path}
        search={item.search}
        className={classes.entry}
        data-on={isCurrent || undefined}
        aria-current={isCurrent ? 'page' : undefined}
      >
        {body}
      </Link>
    );
  }
  const toggle = () => {
    if (!isOpen) open();
    setExpanded(isOpen ? !isExpanded : true);
  };
  return (
    <div>
      <button
        type="button"
        className={classes.entry}
        data-on={(isCurrent && !isOpen) || undefined}
        onClick={toggle}
        aria-expanded={isOpen && isExpanded}
      >
        {body}
        {isOpen && <IconChevronDown className={classes.fold} size={16} stroke={1.75} aria-hidden />}
      </button>
      {isOpen && isExpanded && (
        <div className={classes.children}>
          {item.children.map((child) => (
            <Entry key={child.id} item={child} currentItem={currentItem} isOpen open={open} />
          ))}
        </div>
      )}
    </div>
  );
}
