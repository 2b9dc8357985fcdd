// What the plant list shows below its bar: table or cards, skeleton, nothing yet, nothing found, or what failed.
import { Button } from '@mantine/core';
import { IconSearch, IconSolarPanel } from '@tabler/icons-react';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnChoice } from '../../../components/columnChoice.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { links } from '../../../links.ts';
import { useMay } from '../../../session/session.ts';
import { RowBones } from '../../../ui/Bones.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { SiteColumn } from './columns.tsx';
import type { SiteRow } from './figures.ts';
import { isFiltered, type ListState, NO_FILTERS, nextSort, searchOf } from './listState.ts';
import { SiteCards } from './SiteCards.tsx';
import classes from './SiteList.module.css';

interface Props {
  state: ListState;
  rows: readonly SiteRow[] | undefined;
  error: unknown;
  onRetry: () => void;
  isWaiting: boolean;
  asCards: boolean;
  columns: readonly SiteColumn[];
  choice: ColumnChoice;
  actions: (row: SiteRow) => ReactNode;
  onState: (state: ListState) => void;
}

export function SiteListBody(props: Props) {
  const { state, rows, error, isWaiting, asCards, columns, choice, actions, onState } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const router = useRouter();
  if (!rows && error) {
    return (
      <Card flush>
        <ErrorState error={error} title={t('list.failed')} onRetry={props.onRetry} />
      </Card>
    );
  }
  if (!rows) {
    return (
      <div className={classes.bones} role="status" aria-label={t('list.loading')}>
        <RowBones rows={asCards ? 5 : 16} height={asCards ? 132 : 41} />
      </div>
    );
  }
  if (rows.length === 0 && isFiltered(state)) {
    return (
      <Card flush>
        <EmptyState
          icon={<IconSearch size={22} stroke={1.75} aria-hidden />}
          title={t('list.noneFound')}
          text={t('list.noneFoundText')}
          action={
            <Button variant="default" onClick={() => onState({ ...state, ...NO_FILTERS, page: 0 })}>
              {t('list.clearFilters')}
            </Button>
          }
        />
      </Card>
    );
  }
  if (rows.length === 0) return <NoPlants />;
  if (asCards) return <SiteCards rows={rows} actions={actions} isWaiting={isWaiting} />;
  return (
    <DataTable
      label={t('list.title')}
      columns={columns}
      choice={choice}
      rows={rows}
      keyOf={(row) => row.sid}
      pinned={2}
      sort={{ field: state.sort, descending: state.descending }}
      onSort={(field) => onState(nextSort(state, field))}
      hrefOf={(row) => router.buildLocation(links.siteDetail(row.sid) as never).href}
      onOpen={(row) => void navigate(links.siteDetail(row.sid))}
      actions={actions}
      isWaiting={isWaiting}
      resetKey={JSON.stringify(searchOf(state))}
    />
  );
}

function NoPlants() {
  const { t } = useTranslation();
  const mayCreate = useMay('SiteCreate');
  return (
    <Card flush>
      <EmptyState
        icon={<IconSolarPanel size={24} stroke={1.75} aria-hidden />}
        title={t('list.empty')}
        text={t(mayCreate ? 'list.emptyText' : 'list.emptyTextReader')}
        action={
          mayCreate && (
            <Button component={Link} {...(links.siteCreate() as object)}>
              {t('list.create')}
            </Button>
          )
        }
      />
    </Card>
  );
}
