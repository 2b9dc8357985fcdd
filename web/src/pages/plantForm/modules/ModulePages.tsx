// The pages of a plant's modules, each with their number and what they produce; added, renamed, moved and deleted.
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
import { useSorting } from './changes.ts';
import classes from './modules.module.css';
import { PageNameDialog } from './PageNameDialog.tsx';

export type ModulePage = Response<'site/modules/page'>['list'][number];

interface Props {
  sid: string;
  /** In their order; last, page 0: modules on no page. */
  list: readonly ModulePage[];
  total: number;
  chosen: number | null;
  onChoose: (page: number | null) => void;
  mayChange: boolean;
}

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true };

export function ModulePages({ sid, list, total, chosen, onChoose, mayChange }: Props) {
  const { t } = useTranslation();
  const [named, setNamed] = useState<ModulePage | 'new' | null>(null);
  const [toDelete, setToDelete] = useState<ModulePage | null>(null);
  const edit = useSorting('device/modules/page/edit');
  const pages = list.filter(({ page }) => page !== 0);
  const rest = list.find(({ page }) => page === 0);
  const move = ({ page }: ModulePage, place: number) =>
    edit.mutate({ sid, page, place }, { onError: (error) => toastFailed(messageOf(error, t)) });
  const actionsOf = (page: ModulePage, index: number): MoreAction[] => [
    { label: t('modulePages.rename'), icon: <IconPencil {...ICON} />, onClick: () => setNamed(page) },
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
        <Entry name={t('modulePages.all')} count={total} isChosen={chosen === null} onChoose={() => onChoose(null)} />
        {pages.map((page, index) => (
          <Entry
            key={page.page}
            name={page.name}
            count={page.modules}
            of={page}
            isChosen={chosen === page.page}
            onChoose={() => onChoose(page.page)}
          >
            {mayChange && (
              <MoreMenu label={t('modulePages.actions', { name: page.name })} actions={actionsOf(page, index)} />
            )}
          </Entry>
        ))}
        {rest && pages.length > 0 && (
          <Entry
            name={t('modulePages.onNone')}
            count={rest.modules}
            of={rest}
            isChosen={chosen === 0}
            onChoose={() => onChoose(0)}
          />
        )}
      </ul>
      {mayChange && (
        <Button
          variant="default"
          leftSection={<IconPlus {...ICON} />}
          disabled={pages.length >= MAX_MODULE_PAGES}
          onClick={() => setNamed('new')}
        >
          {t('modulePages.add')}
        </Button>
      )}
      {named !== null && (
        <PageNameDialog
          sid={sid}
          page={named === 'new' ? null : named}
          onClose={() => setNamed(null)}
          onAdded={onChoose}
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
  const del = useSorting('device/modules/page/del');
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
  /** Undefined for all modules, whose figures the plant's page shows. */
  of?: ModulePage;
  isChosen: boolean;
  onChoose: () => void;
  children?: ReactNode;
}

function Entry({ name, count, of, isChosen, onChoose, children }: EntryProps) {
  const { t } = useTranslation();
  const figures = of
    ? [
        ...(of.now === null ? [] : [inline(power(of.now))]),
        ...(of.todayPower === null ? [] : [t('modulePages.today', { energy: inline(energyOfKwh(of.todayPower)) })]),
      ]
    : [];
  return (
    <li data-chosen={isChosen || undefined}>
      <button type="button" aria-pressed={isChosen} onClick={onChoose}>
        <span className={classes.pageName}>{name}</span>
        <span className="under num">
          {[t('modulePages.count', { count, shown: full(count) }), ...figures].join(' · ')}
        </span>
      </button>
      {children}
    </li>
  );
}
