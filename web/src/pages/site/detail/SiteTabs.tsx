// The views of a plant as links, so that each has an address of its own.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { links } from '../../../links.ts';
import classes from './detail.module.css';
import { type SiteSearch, VIEWS } from './search.ts';

export function SiteTabs({ search }: { search: SiteSearch }) {
  const { t } = useTranslation();
  return (
    <nav className={classes.tabs} aria-label={t('plant.views')}>
      {VIEWS.map((view) => (
        <Link
          key={view}
          {...links.siteDetail(search.sid)}
          search={{ ...search, view } as never}
          aria-current={view === search.view ? 'page' : undefined}
          className={classes.tab}
          resetScroll={false}
        >
          {t(`plant.${view}`)}
        </Link>
      ))}
    </nav>
  );
}
