// The content of a list below its bar: table or cards, skeleton, empty list, no matches, or error.
import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../ErrorState.tsx';
import type { ColumnChoice } from './columnChoice.ts';
import { DataTable } from './DataTable.tsx';
import classes from './List.module.css';
import { ListCards } from './ListCards.tsx';
import type { ListPageProps } from './ListPage.tsx';
import type { ListPath, ListState, RowOf, SortOf } from './listState.ts';
import { useScrollRestoration } from './useScrollRestoration.ts';

/** Height of a card that is built from columns. */
const CARD_PX = 124;

interface Props<P extends ListPath, Filter extends string> extends ListPageProps<P, Filter> {
  state: ListState<SortOf<P>, Filter>;
  /** Undefined while loading. */
  rows: readonly RowOf<P>[] | undefined;
  error: unknown;
  onRetry: () => void;
  isWaiting: boolean;
  asCards: boolean;
  choice: ColumnChoice;
  onState: (state: ListState<SortOf<P>, Filter>) => void;
}

export function ListBody<P extends ListPath, Filter extends string>(props: Props<P, Filter>) {
  const { list, state, rows, columns, choice, texts, linkOf, actions, onState } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const router = useRouter();
  useScrollRestoration(list.call, rows !== undefined);
  if (!rows && props.error) {
    return (
      <Card flush>
        <ErrorState error={props.error} title={t('list.failed')} onRetry={props.onRetry} />
      </Card>
    );
  }
  if (!rows) return <ListSkeleton asCards={props.asCards} rows={state.size} cardPx={props.cardPx ?? CARD_PX} />;
  if (rows.length === 0 && list.isFiltered(state)) {
    return (
      <Card flush>
        <EmptyState
          icon={<IconSearch size={22} stroke={1.75} aria-hidden />}
          {...texts.noMatches}
          action={
            <Button variant="default" onClick={() => onState({ ...state, q: '', filters: list.noFilters, page: 0 })}>
              {t('list.clearFilters')}
            </Button>
          }
        />
      </Card>
    );
  }
  if (rows.length === 0) {
    return (
      <Card flush>
        <EmptyState {...texts.empty} />
      </Card>
    );
  }
  if (props.asCards) {
    return (
      <ListCards
        label={texts.title}
        rows={rows}
        keyOf={props.keyOf}
        columns={columns}
        choice={choice}
        card={props.card}
        linkOf={linkOf}
        actions={actions}
        isWaiting={props.isWaiting}
        cardPx={props.cardPx ?? CARD_PX}
      />
    );
  }
  return (
    <DataTable
      label={texts.title}
      columns={columns}
      choice={choice}
      rows={rows}
      keyOf={props.keyOf}
      pinned={props.pinnedColumns}
      sort={{ field: state.sort, descending: state.descending }}
      onSort={(field) => onState(list.nextSort(state, field))}
      hrefOf={linkOf && ((row) => router.buildLocation(linkOf(row)).href)}
      onOpen={linkOf && ((row) => void navigate(linkOf(row)))}
      actions={actions}
      actionsWidthPx={props.actionsWidthPx}
      isWaiting={props.isWaiting}
      resetKey={JSON.stringify(list.searchOf(state))}
      scrollId={list.call}
    />
  );
}

/** Skeleton with the height of the content: header and rows of a table, or cards. */
export function ListSkeleton(props: { asCards: boolean; rows: number; cardPx: number; hasPager?: boolean }) {
  const { asCards, rows, cardPx, hasPager = true } = props;
  const shown = Math.min(rows, asCards ? 8 : 24);
  return (
    <div aria-hidden>
      <div className={asCards ? classes.cardSkeleton : classes.bones}>
        {!asCards && <div className={classes.headBone} />}
        {Array.from({ length: shown }, (_, row) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no other identity
            key={row}
            className={asCards ? classes.card : classes.boneRow}
            style={asCards ? { height: cardPx } : undefined}
          >
            <Skeleton width={asCards ? '50%' : '10%'} />
            <Skeleton width={`${20 + ((row * 7) % 14)}%`} />
            {!asCards && <Skeleton width="8%" />}
            {!asCards && <Skeleton width="14%" />}
          </div>
        ))}
      </div>
      {hasPager && <div className={classes.pagerBone} />}
    </div>
  );
}
