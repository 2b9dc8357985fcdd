// The modules of one page, without a page, or of all pages: with search, moving of marked modules to another page, and editing of each.
import type { Response } from '@heliograph/contract/calls.ts';
import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPencil } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { lazyPart, preload } from '../../../api/loading.ts';
import { useCall } from '../../../api/useCall.ts';
import { Choice } from '../../../components/Choice.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { type Column, DataTable } from '../../../components/list/DataTable.tsx';
import { Pager } from '../../../components/list/Pager.tsx';
import { SearchBox } from '../../../components/list/SearchBox.tsx';
import { useAnnounced } from '../../../ui/announcer.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import { toastDone, toastFailed } from '../../../ui/toast.tsx';
import { useModulePageChange } from './changes.ts';
import { moduleColumns } from './columns.tsx';
import { Mark } from './Mark.tsx';
import type { ModulePage } from './ModulePages.tsx';
import classes from './modules.module.css';
import { useMarks } from './useMarks.ts';

const loadEdit = () => import('../../device/module/EditModule.tsx');
const EditModule = lazyPart(loadEdit);

type Device = Response<'site/modules'>['list'][number];
export type ModuleRow = Device['modules'][number] & { sn: string; alias: string };

/** Devices per page of the table, each with all its matching modules. */
const PAGE_SIZE = 50;

interface Props {
  sid: string;
  /** Null: all pages. */
  page: number | null;
  pages: readonly ModulePage[];
  mayChange: boolean;
}

export function ModuleTable({ sid, page, pages, mayChange }: Props) {
  const { t } = useTranslation();
  const [keywords, setKeywords] = useState('');
  const [num, setNum] = useState(0);
  const [edited, setEdited] = useState<ModuleRow | null>(null);
  const request = { sid, page: { size: PAGE_SIZE, num }, keywords, ...(page === null ? {} : { modulePage: page }) };
  const modules = useCall('site/modules', request, { keepsPrevious: true, refetchIntervalMs: 30_000 });
  const rows = useMemo(
    () =>
      modules.data?.list.flatMap((device) =>
        device.modules.map((module): ModuleRow => ({ ...module, sn: device.sn, alias: device.alias })),
      ),
    [modules.data],
  );
  const marks = useMarks(rows ?? []);
  const columns = useColumns(sid, page === null, mayChange ? marks : null);
  const total = modules.data?.total ?? 0;
  return (
    <div className={classes.table}>
      <div className={classes.bar}>
        <SearchBox
          value={keywords}
          label={t('modulePages.search')}
          onSearch={(typed) => {
            setNum(0);
            setKeywords(typed);
          }}
        />
        {mayChange && <MoveBar sid={sid} page={page} pages={pages} marks={marks} />}
      </div>
      {!rows && modules.error && <ErrorState error={modules.error} onRetry={() => void modules.refetch()} compact />}
      {!rows && !modules.error && <RowSkeletons rows={6} />}
      {rows?.length === 0 && (
        <div className={classes.surface}>
          <EmptyState
            compact
            title={t(keywords === '' ? 'modulePages.emptyPage' : 'modulePages.noneFound')}
            text={t(keywords === '' ? 'modulePages.emptyPageText' : 'modulePages.noneFoundText')}
          />
        </div>
      )}
      {rows && rows.length > 0 && (
        <DataTable
          label={t('modulePages.modules')}
          columns={columns}
          rows={rows}
          keyOf={({ plcSN }) => plcSN}
          isWaiting={modules.isPlaceholderData}
          resetKey={`${num} ${keywords}`}
          pinned={mayChange ? 2 : 1}
          {...(mayChange && {
            actions: (row: ModuleRow) => (
              <ActionIcon
                size={32}
                aria-label={t('modulePages.edit', { name: row.plcSN })}
                title={t('modulePages.edit', { name: row.plcSN })}
                onPointerEnter={() => preload(loadEdit)}
                onClick={() => setEdited(row)}
              >
                <IconPencil size={18} stroke={1.75} aria-hidden />
              </ActionIcon>
            ),
          })}
        />
      )}
      {total > PAGE_SIZE && (
        <Pager page={num} size={PAGE_SIZE} total={total} what={t('modulePages.devices')} onPage={setNum} />
      )}
      {edited && (
        <Suspense>
          <EditModule module={{ ...edited, sid }} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </div>
  );
}

type Marks = ReturnType<typeof useMarks>;

function useColumns(sid: string, showsPage: boolean, marks: Marks | null): Column<ModuleRow>[] {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 900px)');
  return useMemo(() => {
    const columns = moduleColumns({ t, sid, showsPage, isPhone });
    if (!marks) return columns;
    return [
      {
        id: 'mark',
        title: t('modulePages.mark'),
        isTitleHidden: true,
        widthPx: 48,
        cell: (row) => <Mark row={row} marks={marks} />,
      },
      ...columns,
    ];
  }, [t, sid, showsPage, marks, isPhone]);
}

interface MoveProps extends Pick<Props, 'sid' | 'page' | 'pages'> {
  marks: Marks;
}

/** Shows the number of marked modules and moves them to a page. */
function MoveBar({ sid, page, pages, marks }: MoveProps) {
  const { t } = useTranslation();
  const move = useModulePageChange('device/modules/move/batch');
  const [targetPage, setTargetPage] = useState('');
  const targets = [
    { value: '', label: t('modulePages.choosePage') },
    ...pages
      .filter((target) => target.page !== 0 && target.page !== page)
      .map((target) => ({ value: String(target.page), label: target.name })),
    ...(page === 0 ? [] : [{ value: '0', label: t('modulePages.offPages') }]),
  ];
  const { count } = marks;
  useAnnounced(t('modulePages.marked', { count }));
  const send = () =>
    move.mutate(
      { sid, page: Number(targetPage), list: marks.list().map(({ sn, addr }) => ({ sn, input: addr })) },
      {
        onSuccess: (moved) => {
          const name = targets.find(({ value }) => value === targetPage)?.label ?? '';
          toastDone(t('modulePages.moved', { count: moved.count, name }));
          marks.clear();
        },
        onError: (error) => toastFailed(messageOf(error, t)),
      },
    );
  return (
    <div className={classes.move}>
      <Button variant="subtle" size="compact-sm" onClick={marks.areAllMarked ? marks.clear : marks.markAll}>
        {t(marks.areAllMarked ? 'modulePages.markNone' : 'modulePages.markAll')}
      </Button>
      <span className="muted num">{t('modulePages.marked', { count })}</span>
      <Choice
        aria-label={t('modulePages.moveTo')}
        value={targets.some(({ value }) => value === targetPage) ? targetPage : ''}
        choices={targets}
        onChange={setTargetPage}
        widthPx={200}
      />
      <Button disabled={count === 0 || targetPage === ''} loading={move.isPending} onClick={send}>
        {t('modulePages.move')}
      </Button>
    </div>
  );
}
