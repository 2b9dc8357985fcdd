// The head of a page: title with count, facts below, actions at the right, a round back button on edit pages.
import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { brand } from '../brand/portal.ts';
import type { Destination } from '../links.ts';
import classes from '../ui/ui.module.css';

interface Props {
  title: string;
  /** Behind the title, quieter: how many rows there are. */
  count?: string;
  /** Small facts in one line: status, age, zone. */
  facts?: ReactNode;
  /** Buttons. */
  children?: ReactNode;
  /** Where the back button leads when there is no page to go back to. */
  backTo?: Destination;
}

export function PageHeader({ title, count, facts, children, backTo }: Props) {
  const { t } = useTranslation();
  const router = useRouter();
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title]);
  const goBack = () => (router.history.canGoBack() ? router.history.back() : void router.navigate(backTo!));
  return (
    <header className={classes.header}>
      <div className={classes.headerText}>
        <div className={classes.headerTop}>
          {backTo && (
            <ActionIcon className={classes.back} onClick={goBack} aria-label={t('common.back')}>
              <IconArrowLeft size={18} stroke={1.75} />
            </ActionIcon>
          )}
          <h1 className={classes.title}>
            {title} {count !== undefined && <span className={`${classes.count} num`}>{count}</span>}
          </h1>
        </div>
        {facts && <div className={`${classes.facts} num`}>{facts}</div>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </header>
  );
}
