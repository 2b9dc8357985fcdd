// Devices that send but belong to no plant: what is known of them, and the way into one.
import '../../ui/panelStyles.ts';
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus, IconRouterOff } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { Age } from '../../components/Age.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import bar from '../../components/FilterBar.module.css';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Pager } from '../../components/Pager.tsx';
import { SearchBox } from '../../components/SearchBox.tsx';
import { full } from '../../format/numbers.ts';
import { dateTime } from '../../format/times.ts';
import { links } from '../../links.ts';
import { useMay } from '../../session/session.ts';
import { RowBones } from '../../ui/Bones.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { type Added, AddedNotice } from './unregistered/AddedNotice.tsx';
import { AddToPlant } from './unregistered/AddToPlant.tsx';
import { UnregisteredCards } from './unregistered/UnregisteredCards.tsx';

export type UnregisteredRow = Response<'device/list/noReg'>['list'][number];
type Sort = NonNullable<Request<'device/list/noReg'>['sort']>[number]['field'];

const SIZE = 50;
const SORTS: readonly Sort[] = ['sn', 'firstSeen', 'lastUpdate'];

/** As the plant list's address: `q`, `sort` ("-" for descending), `page` from 1. */
function stateOf(search: Record<string, unknown>) {
  const order = String(search.sort ?? '-lastUpdate');
  const page = Number(search.page);
  return {
    q: String(search.q ?? ''),
    field: SORTS.find((each) => each === order.replace(/^-/, '')) ?? 'lastUpdate',
    descending: order.startsWith('-'),
    page: Number.isInteger(page) && page > 1 ? page - 1 : 0,
  };
}

export default function UnregisteredPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const state = stateOf(useSearch({ strict: false }) as Record<string, unknown>);
  const isPhone = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false });
  const mayAdd = useMay('DeviceRegister');
  const [toAdd, setToAdd] = useState<UnregisteredRow | null>(null);
  const [added, setAdded] = useState<Added | null>(null);
  const devices = useCall(
    'device/list/noReg',
    {
      page: { size: SIZE, num: state.page },
      filters: { keywords: state.q },
      sort: [{ field: state.field, descending: state.descending }],
    },
    { keepsPrevious: true, refetchIntervalMs: 30_000 },
  );
  const go = (part: Partial<typeof state>, replace = false) => {
    const next = { ...state, page: 0, ...part };
    const sort = (next.descending ? '-' : '') + next.field;
    const search = {
      ...(next.q ? { q: next.q } : {}),
      ...(sort === '-lastUpdate' ? {} : { sort }),
      ...(next.page > 0 ? { page: next.page + 1 } : {}),
    };
    void navigate({ ...links.unregistered(), search, replace, resetScroll: false });
  };
  const columns = useMemo<Column<UnregisteredRow, Sort>[]>(
    () => [
      { id: 'sn', title: t('edit.sn'), sort: 'sn', widthPx: 176, cell: (row) => <b className="num">{row.sn}</b> },
      { id: 'product', title: t('edit.product'), widthPx: 152, cell: (row) => row.modelName || <Unknown /> },
      {
        id: 'first',
        title: t('unregistered.firstSeen'),
        sort: 'firstSeen',
        widthPx: 176,
        cell: (row) => dateTime(row.firstSeenIso),
      },
      {
        id: 'last',
        title: t('unregistered.lastSeen'),
        sort: 'lastUpdate',
        widthPx: 144,
        cell: (row) => <Age at={row.lastUpdateIso} />,
      },
      {
        id: 'frames',
        title: t('unregistered.frames'),
        widthPx: 136,
        isNumber: true,
        cell: (row) => full(row.frames, 0),
      },
      { id: 'now', title: t('list.now'), unit: 'W', widthPx: 96, isNumber: true, cell: (row) => full(row.now, 1) },
      { id: 'firmware', title: t('unregistered.firmware'), widthPx: 112, cell: (row) => row.WIFIVersion || '–' },
    ],
    [t],
  );
  const list = devices.data?.list;
  const addButton = (row: UnregisteredRow) => (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => setToAdd(row)}
    >
      {t('unregistered.add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('unregistered.title')}
        count={devices.data ? full(devices.data.total, 0) : undefined}
        facts={t('unregistered.text')}
      />
      {added && <AddedNotice added={added} onClose={() => setAdded(null)} />}
      <div className={bar.bar}>
        <SearchBox value={state.q} label={t('unregistered.search')} onSearch={(q) => go({ q }, true)} />
      </div>
      {!list && devices.error && (
        <Card flush>
          <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />
        </Card>
      )}
      {!list && !devices.error && (
        <Card flush>
          <RowBones rows={8} />
        </Card>
      )}
      {list?.length === 0 && (
        <Card flush>
          <EmptyState
            icon={<IconRouterOff size={24} stroke={1.75} aria-hidden />}
            title={t(state.q ? 'unregistered.noneFound' : 'unregistered.empty')}
            text={t(state.q ? 'unregistered.noneFoundText' : 'unregistered.emptyText')}
          />
        </Card>
      )}
      {list && list.length > 0 && isPhone && <UnregisteredCards rows={list} action={mayAdd ? addButton : undefined} />}
      {list && list.length > 0 && !isPhone && (
        <DataTable
          label={t('unregistered.title')}
          columns={columns}
          rows={list}
          keyOf={(row) => row.sn}
          sort={{ field: state.field, descending: state.descending }}
          onSort={(field) => go({ field, descending: field === state.field ? !state.descending : field !== 'sn' })}
          actions={mayAdd ? addButton : undefined}
          actionsWidthPx={196}
          isWaiting={devices.isPlaceholderData}
          resetKey={`${state.q} ${state.page} ${state.field}`}
        />
      )}
      {(devices.data?.total ?? 0) > SIZE && (
        <Pager page={state.page} size={SIZE} total={devices.data?.total ?? 0} onPage={(page) => go({ page })} />
      )}
      <AddToPlant
        device={toAdd}
        onClose={() => setToAdd(null)}
        onAdded={(what) => {
          setToAdd(null);
          setAdded(what);
        }}
      />
    </>
  );
}

function Unknown() {
  const { t } = useTranslation();
  return <span className="muted">{t('unregistered.unknownProduct')}</span>;
}
