// Side menu entries and their children: titles, icons, parameters and order.
import type { MenuEntry } from '@heliograph/contract/entities/menuEntry.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ComponentProps, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { lazyPart, preload } from '../../api/loading.ts';
import { prefetchCall, useCall, useChange } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { toastDone, toastFailed } from '../../ui/toast.tsx';
import { entryName, treeOf } from './entries.ts';
import { EntryRows, type Move } from './menus/EntryRows.tsx';
import { MENU_LISTS } from './menus/menuLists.ts';
import classes from './system.module.css';

const loadDialog = () => import('./menus/EntryDialog.tsx');
const EntryDialog = lazyPart(loadDialog);

export function prefetch(): Promise<void>[] {
  return [prefetchCall('auth/menu/list', {})];
}

export default function MenusPage() {
  const { t } = useTranslation();
  const menus = useCall('auth/menu/list', {});
  const update = useChange('auth/menu/update', MENU_LISTS);
  const del = useChange('auth/menu/del', MENU_LISTS);
  /** Entry in the open form; `new` for a new entry. */
  const [edited, setEdited] = useState<MenuEntry | 'new' | null>(null);
  const [deleted, setDeleted] = useState<MenuEntry | null>(null);
  const mayChange = menus.data?.rights.change ?? false;
  const move = ({ entry, place }: Move) => {
    const { id, version, params, parentId } = entry;
    const title = entry.titleLocale === '' ? entry.title : '';
    update.mutate(
      { id, version, title, icon: entry.icon as 'IconBell', params, parent_id: parentId, place },
      { onError: (error) => toastFailed(messageOf(error, t)) },
    );
  };
  const endDeletion = () => {
    setDeleted(null);
    del.reset();
  };
  const confirm = () =>
    deleted &&
    del.mutate(
      { id: deleted.id },
      {
        onSuccess: () => {
          endDeletion();
          toastDone(t('saved.deleted'));
        },
      },
    );
  return (
    <>
      <PageHeader title={t('menus.title')} facts={t('menus.text')} isCompact>
        {mayChange && <NewButton onClick={() => setEdited('new')} />}
      </PageHeader>
      <Card flush>
        {menus.data ? (
          <Entries
            list={menus.data.list}
            mayChange={mayChange}
            isBusy={update.isPending}
            onMove={move}
            onEdit={setEdited}
            onDelete={setDeleted}
          />
        ) : menus.error ? (
          <ErrorState error={menus.error} onRetry={() => void menus.refetch()} />
        ) : (
          <RowSkeletons rows={16} height={44} />
        )}
      </Card>
      {edited !== null && menus.data && (
        <Suspense>
          <EntryDialog
            entry={edited === 'new' ? null : edited}
            list={menus.data.list}
            offered={menus.data.offered}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
      {deleted && (
        <ConfirmDialog
          opened
          onClose={endDeletion}
          onConfirm={confirm}
          title={t('menus.deleteTitle', { name: entryName(t, deleted) })}
          text={t('menus.deleteText', { count: deleted.roles })}
          isBusy={del.isPending}
          error={del.error ? messageOf(del.error, t) : null}
        />
      )}
    </>
  );
}

interface EntriesProps extends Omit<ComponentProps<typeof EntryRows>, 'entries'> {
  list: readonly MenuEntry[];
}

function Entries({ list, ...rows }: EntriesProps) {
  const { t } = useTranslation();
  return (
    <>
      {!rows.mayChange && (
        <div className={classes.notice}>
          <Notice kind="info">{t('menus.readOnly')}</Notice>
        </div>
      )}
      <ul className={classes.entries} aria-label={t('menus.list')}>
        <EntryRows entries={treeOf(list)} {...rows} />
      </ul>
    </>
  );
}

function NewButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      onPointerEnter={() => preload(loadDialog)}
      onClick={onClick}
    >
      {t('menus.new')}
    </Button>
  );
}
