// The head of a page: title with count, facts below, actions at the right, a round back button on edit pages.
import { BUILT_PAGES, isEditPage, PATHS, pageAt } from '@heliograph/contract/pages.ts';
import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { brand } from '../brand/portal.ts';
import type { Destination } from '../links.ts';
import { useAnnounced } from '../ui/announcer.ts';
import { SkipLink } from '../ui/SkipLink.tsx';
import classes from '../ui/ui.module.css';

interface Props {
  title: string;
  /** Name of the open view, of a page with several: part of the document's title, and spoken when it changes. */
  view?: string | undefined;
  /** After the title, less prominent: the number of rows. */
  count?: string;
  /** Text of the link from the heading to the page's list. */
  skip?: string | undefined;
  /** Small facts in one line: status, age, zone. */
  facts?: ReactNode;
  /** Buttons. */
  children?: ReactNode;
  /** On phones the buttons show icons only, because the title needs the room. */
  isCompact?: boolean;
  /** Destination of an edit page's back button when there is no page to go back to; its parent page by default. */
  backTo?: Destination;
}

export function PageHeader({ title, view, count, skip, facts, children, isCompact = false, backTo }: Props) {
  const { t } = useTranslation();
  const router = useRouter();
  useEffect(() => {
    document.title = [...(view === undefined ? [] : [view]), title, brand.name].join(' · ');
  }, [view, title]);
  useAnnounced(view);
  const page = pageAt(useLocation().pathname);
  const parent = BUILT_PAGES.find(({ name }) => name === page?.parent);
  const goBack = () => {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate(backTo ?? { to: parent?.path ?? PATHS.PvPlant });
  };
  return (
    <header className={classes.header}>
      <div className={classes.headerText}>
        <div className={classes.headerTop}>
          {page && isEditPage(page) && (
            <ActionIcon className={classes.back} onClick={goBack} aria-label={t('common.back')}>
              <IconArrowLeft size={18} stroke={1.75} />
            </ActionIcon>
          )}
          {/* Its parts are laid out as boxes, between which a screen reader hears no space. */}
          <h1 className={classes.title} aria-label={count === undefined ? undefined : `${title} ${count}`}>
            {title} {count !== undefined && <span className={`${classes.count} num`}>{count}</span>}
          </h1>
          {skip !== undefined && <SkipLink>{skip}</SkipLink>}
        </div>
        {facts && <div className={`${classes.facts} num`}>{facts}</div>}
      </div>
      {children && (
        <div className={classes.actions} data-compact={isCompact || undefined}>
          {children}
        </div>
      )}
    </header>
  );
}
