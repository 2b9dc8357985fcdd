// The module pages of a plant, each with its number of modules and their production; with actions to add, rename, move and delete.
import type { Response } from '@heliograph/contract/calls.ts';
import { MAX_MODULE_PAGES } from '@heliograph/contract/limits.ts';
import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { type MoreAction, MoreMenu } from '../../../components/MoreMenu.tsx';
import { energyOfKwh, full, inline, power } from '../../../format/numbers.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toastDone, toastFailed } from '../../../ui/toast.tsx';
import { useModulePageChange } from './changes.ts';
import classes from './modules.module.css';
import { PageNameDialog } from './PageNameDialog.tsx';

export type ModulePage = Response<'site/modules/page'>['list'][number];

interface Props {
  sid: string;
  /** Pages in their order; page 0, the last one, holds modules without a page. */
  list: readonly ModulePage[];
  total: number;
  selected: number | null;
  onSelect: (page: number | null) => void;
  mayChange: boolean;
}

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true };

export function ModulePages({ sid, list, total, selected, onSelect, mayChange }: Props) {
  const { t } = useTranslation();
  const [dialogPage, setDialogPage] = useState<ModulePage | 'new' | null>(null);
  const [toDelete, setToDelete] = useState<ModulePage | null>(null);
  const edit = useModulePageChange('device/modules/page/edit');
  const pages = list.filter(({ page }) => page !== 0);
  const withoutPage = list.find(({ page }) => page === 0);
  const move = ({ page }: ModulePage, place: number) =>
    edit.mutate({ sid, page, place }, { onError: (error) => toastFailed(messageOf(error, t)) });
  const actionsOf = (page: ModulePage, index: number): MoreAction[] => [
    { label: t('modulePages.rename'), icon: <IconPencil {...ICON} />, onClick: () => setDialogPage(page) },
    ...(index > 0
      ? [{ label: t('modulePages.up'), icon: <IconArrowUp {...ICON} />, onClick: () => move(page, index) }]
      : []),
    ...(index < pages.length - 1
      ? [{ label: t('modulePages.down'), icon: <IconArrowDown {...ICON} />, onClick: () => move(page, index + 2) }]
      : []),
    {
      label: t('modulePages.delete'),
      icon: <IconTrash {...ICON} />,
      isDangerous: true,
      onClick: () => setToDelete(page),
    },
  ];
  return (
    <div className={classes.pages}>
      <ul className={classes.surface} aria-label={t('modulePages.pages')}>
        <Entry
          name={t('modulePages.all')}
          count={total}
          isSelected={selected === null}
          onSelect={() => onSelect(null)}
        />
        {pages.map((page, index) => (
          <Entry
            key={page.page}
            name={page.name}
            count={page.modules}
            page={page}
            isSelected={selected === page.page}
            onSelect={() => onSelect(page.page)}
          >
            {mayChange && (
              <MoreMenu label={t('modulePages.actions', { name: page.name })} actions={actionsOf(page, index)} />
            )}
          </Entry>
        ))}
        {withoutPage && pages.length > 0 && (
          <Entry
            name={t('modulePages.onNone')}
            count={withoutPage.modules}
            page={withoutPage}
            isSelected={selected === 0}
            onSelect={() => onSelect(0)}
          />
        )}
      </ul>
      {mayChange && (
        <Button
          variant="default"
          leftSection={<IconPlus {...ICON} />}
          disabled={pages.length >= MAX_MODULE_PAGES}
          onClick={() => setDialogPage('new')}
        >
          {t('modulePages.add')}
        </Button>
      )}
      {dialogPage !== null && (
        <PageNameDialog
          sid={sid}
          page={dialogPage === 'new' ? null : dialogPage}
          onClose={() => setDialogPage(null)}
          onAdded={onSelect}
        />
      )}
      <DeletePage sid={sid} page={toDelete} onClose={() => setToDelete(null)} />
    </div>
  );
}

interface DeletePageProps {
  sid: string;
  /** Null: the dialog is closed. */
  page: ModulePage | null;
  onClose: () => void;
}

function DeletePage({ sid, page, onClose }: DeletePageProps) {
  const { t } = useTranslation();
  const del = useModulePageChange('device/modules/page/del');
  return (
    <ConfirmDialog
      opened={page !== null}
      onClose={onClose}
      title={t('modulePages.deleteTitle', { name: page?.name })}
      text={t('modulePages.deleteText', { count: page?.modules ?? 0 })}
      onConfirm={() =>
        page &&
        del.mutate(
          { sid, page: page.page },
          {
            onSuccess: () => {
              toastDone(t('saved.deleted'));
              onClose();
            },
          },
        )
      }
      isBusy={del.isPending}
      error={del.error ? messageOf(del.error, t) : null}
    />
  );
}

interface EntryProps {
  name: string;
  count: number;
  /** Undefined for all modules, whose figures the page of the plant shows. */
  page?: ModulePage;
  isSelected: boolean;
  onSelect: () => void;
  children?: ReactNode;
}

function Entry({ name, count, page, isSelected, onSelect, children }: EntryProps) {
  const { t } = useTranslation();
  const figures = page
    ? [
        ...(page.now === null ? [] : [inline(power(page.now))]),
        ...(page.todayPower === null ? [] : [t('modulePages.today', { energy: inline(energyOfKwh(page.todayPower)) })]),
      ]
    : [];
  return (
    <li data-chosen={isSelected || undefined}>
      <button type="button" aria-pressed={isSelected} onClick={onSelect}>
        <span className={classes.pageName}>{name}</span>
        <span className="under num">
          {[t('modulePages.count', { count, shown: full(count) }), ...figures].join(' · ')}
        </span>
      </button>
      {children}
    </li>
  );
}
