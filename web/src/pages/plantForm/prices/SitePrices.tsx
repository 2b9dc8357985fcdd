// The versions of a plant's prices, newest first, to add, edit and remove. A change to the revenue of past days requires confirmation.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { firstChangedDay, versionOn } from '@heliograph/contract/prices.ts';
import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../../api/failures.ts';
import { lazyPart, preload } from '../../../api/loading.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { type Column, DataTable } from '../../../components/list/DataTable.tsx';
import { ListCards } from '../../../components/list/ListCards.tsx';
import { addDays } from '../../../format/dayCount.ts';
import { money, price } from '../../../format/numbers.ts';
import { dayText } from '../../../format/times.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import partHead from '../partHead.module.css';
import { draftOf, type PriceDraft, type Prices, priceRange, type Version, versionOf } from './priceForm.ts';
import classes from './prices.module.css';

const loadDialog = () => import('./PriceDialog.tsx');
const PriceDialog = lazyPart(loadDialog);

const CARD_PX = 150;
const MONEY_CALLS = [
  ...(['site/prices', 'site/detail', 'site/overview', 'site/statistics/date', 'site/statistics/echarts'] as const),
  ...(['device/statistics/overview', 'device/statistics/date', 'device/modules/statistics/date'] as const),
  ...(['overview/overview', 'site/listWithSN'] as const),
];

interface Props {
  sid: string;
  mayChange: boolean;
  /** Receives the version of the plant after each change. */
  onVersion: (version: number) => void;
}

interface EditedVersion {
  start: PriceDraft;
  /** Null: a new version. */
  original: Version | null;
}

export function SitePrices({ sid, mayChange, onVersion }: Props) {
  const { t } = useTranslation();
  const prices = useCall('site/prices', { sid });
  return (
    <section aria-labelledby="site-prices">
      {prices.data ? (
        <Loaded prices={prices.data} mayChange={mayChange} onVersion={onVersion} />
      ) : (
        <>
          <div className={partHead.head}>
            <h2 id="site-prices">{t('prices.title')}</h2>
          </div>
          {prices.error ? (
            <ErrorState error={prices.error} onRetry={() => void prices.refetch()} compact />
          ) : (
            <RowSkeletons rows={2} />
          )}
        </>
      )}
    </section>
  );
}

function Loaded({ prices, mayChange, onVersion }: Omit<Props, 'sid'> & { prices: Prices }) {
  const { t } = useTranslation();
  const { list, today, currency } = prices;
  const [edited, setEdited] = useState<EditedVersion | null>(null);
  const [toRemove, setToRemove] = useState<Version | null>(null);
  const saving = useSaving(prices, (version) => {
    onVersion(version);
    toastDone(t('saved.modified'));
    close();
  });
  const [first] = list;
  const template = versionOn(list, today) ?? list.at(-1);
  const isConfirmingRewrite = saving.unconfirmed !== null;
  const close = () => {
    setEdited(null);
    setToRemove(null);
    saving.cancel();
  };
  const save = (draft: PriceDraft) => {
    const others = list.filter((version) => version !== edited?.original);
    saving.send([...others, versionOf(draft)].toSorted((left, right) => (left.validFrom < right.validFrom ? -1 : 1)));
  };
  return (
    <>
      <div className={partHead.head}>
        <div>
          <h2 id="site-prices">{t('prices.title')}</h2>
          <p>{t('prices.text')}</p>
        </div>
        {mayChange && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
            onPointerEnter={() => preload(loadDialog)}
            onClick={() => template && setEdited({ start: { ...draftOf(template), validFrom: today }, original: null })}
          >
            {t('prices.add')}
          </Button>
        )}
      </div>
      <Versions
        prices={prices}
        mayChange={mayChange}
        onEdit={(version) => setEdited({ start: draftOf(version), original: version })}
        onRemove={setToRemove}
      />
      {edited && (
        <Suspense>
          <PriceDialog
            start={edited.start}
            isNew={edited.original === null}
            isFirst={edited.original !== null && edited.original === first}
            otherDays={list.filter((version) => version !== edited.original).map(({ validFrom }) => validFrom)}
            currency={currency}
            isBusy={saving.isBusy}
            failure={isConfirmingRewrite ? null : saving.failure}
            onSave={save}
            onClose={close}
          />
        </Suspense>
      )}
      <ConfirmDialog
        opened={toRemove !== null && !isConfirmingRewrite}
        onClose={close}
        onConfirm={() => saving.send(list.filter((version) => version !== toRemove))}
        text={t('prices.removeText', { day: toRemove ? dayText(toRemove.validFrom) : '' })}
        isBusy={saving.isBusy}
        error={isConfirmingRewrite ? null : saving.failure}
      />
      <ConfirmRewrite prices={prices} saving={saving} />
    </>
  );
}

/** Saves a list of versions. A list that changes the revenue of past days is saved only after confirmation by the user. */
function useSaving({ sid, version }: Prices, onSaved: (version: number) => void) {
  const { t } = useTranslation();
  const change = useChange('site/prices/setUp', MONEY_CALLS);
  const [unconfirmed, setUnconfirmed] = useState<readonly Version[] | null>(null);
  const send = (list: readonly Version[], rewrite = false) =>
    change.mutate(
      { sid, version, list: [...list], rewrite },
      {
        onSuccess: (result) => onSaved(result.version),
        onError: (error) => {
          if (isPastPricesError(error)) setUnconfirmed(list);
        },
      },
    );
  return {
    send,
    unconfirmed,
    isBusy: change.isPending,
    error: change.error,
    failure: change.error && messageOf(change.error, t),
    cancel: () => {
      setUnconfirmed(null);
      change.reset();
    },
  };
}

function ConfirmRewrite({ prices, saving }: { prices: Prices; saving: ReturnType<typeof useSaving> }) {
  const { t } = useTranslation();
  const { unconfirmed, error, failure } = saving;
  if (!unconfirmed) return null;
  return (
    <ConfirmDialog
      opened
      onClose={saving.cancel}
      onConfirm={() => saving.send(unconfirmed, true)}
      title={t('prices.rewriteTitle')}
      text={t('prices.rewriteText', changedDays(prices, unconfirmed))}
      error={error && !isPastPricesError(error) ? failure : null}
      confirmLabel={t('prices.rewrite')}
      confirmColor={undefined}
      isBusy={saving.isBusy}
    />
  );
}

interface VersionsProps {
  prices: Prices;
  mayChange: boolean;
  onEdit: (version: Version) => void;
  onRemove: (version: Version) => void;
}

/** The versions, newest first; as cards on a phone, where the columns would not fit. */
function Versions({ prices, mayChange, onEdit, onRemove }: VersionsProps) {
  const { t } = useTranslation();
  const { list } = prices;
  const columns = useColumns(prices);
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const versions = {
    label: t('prices.byDay'),
    columns,
    rows: list.toReversed(),
    keyOf: ({ validFrom }: Version) => validFrom,
    ...(mayChange && {
      actions: (version: Version) => (
        <VersionActions version={version} isFirst={version === list[0]} onEdit={onEdit} onRemove={onRemove} />
      ),
    }),
  };
  return isPhone ? (
    <ListCards {...versions} choice={{ order: columns.map(({ id }) => id), hidden: [] }} cardPx={CARD_PX} />
  ) : (
    <DataTable {...versions} actionsWidthPx={84} />
  );
}

interface VersionActionsProps extends Pick<VersionsProps, 'onEdit' | 'onRemove'> {
  version: Version;
  isFirst: boolean;
}

function VersionActions({ version, isFirst, onEdit, onRemove }: VersionActionsProps) {
  const { t } = useTranslation();
  const name = isFirst ? t('prices.fromTheBeginning') : dayText(version.validFrom);
  return (
    <div className={classes.actions}>
      <ActionIcon
        size={32}
        aria-label={t('prices.editOf', { name })}
        title={t('prices.editOf', { name })}
        onPointerEnter={() => preload(loadDialog)}
        onClick={() => onEdit(version)}
      >
        <IconPencil size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {!isFirst && (
        <ActionIcon
          size={32}
          aria-label={t('prices.removeOf', { name })}
          title={t('prices.removeOf', { name })}
          onClick={() => onRemove(version)}
        >
          <IconTrash size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

function useColumns({ list, today, currency }: Prices): Column<Version>[] {
  const { t } = useTranslation();
  const [first] = list;
  const current = versionOn(list, today);
  return useMemo(
    () => [
      {
        id: 'validFrom',
        title: t('prices.validFrom'),
        widthPx: 180,
        cell: (version) => (
          <>
            <b>{version === first ? t('prices.fromTheBeginning') : dayText(version.validFrom)}</b>
            {version === current && <div className="under">{t('prices.validNow')}</div>}
            {version.validFrom > today && <div className="under">{t('prices.later')}</div>}
          </>
        ),
      },
      {
        id: 'price',
        title: t('prices.price'),
        unit: `${currency}/kWh`,
        widthPx: 204,
        isNumber: true,
        cell: (version) => <ImportPrice version={version} currency={currency} />,
      },
      {
        id: 'feedIn',
        title: t('prices.feedIn'),
        unit: `${currency}/kWh`,
        widthPx: 156,
        isNumber: true,
        cell: ({ feedInPrice }) => (feedInPrice === null ? t('prices.same') : price(feedInPrice, currency)),
      },
      {
        id: 'fixed',
        title: t('prices.fixed'),
        widthPx: 160,
        isNumber: true,
        cell: ({ fixedCharge, fixedPer }) =>
          fixedCharge === null
            ? t('prices.none')
            : `${money(fixedCharge, currency)} ${t(fixedPer === 'day' ? 'prices.perDay' : 'prices.perMonth')}`,
      },
    ],
    [t, currency, first, current, today],
  );
}

const isPastPricesError = (error: Error): boolean => error instanceof ApiError && error.code === ERROR_CODES.pastPrices;

/** Returns the past days with data whose revenue the new list changes. */
function changedDays({ list, firstDay, today }: Prices, next: readonly Version[]): { from: string; to: string } {
  const changed = firstChangedDay(list, next) ?? today;
  return {
    from: dayText(firstDay !== null && changed < firstDay ? firstDay : changed),
    to: dayText(addDays(today, -1)),
  };
}

function ImportPrice({ version, currency }: { version: Version; currency: string }) {
  const { t } = useTranslation();
  if (version.kind === 'flat') return price(version.price, currency);
  const [min, max] = priceRange(version) ?? [null, null];
  return (
    <>
      {min === max ? price(min, currency) : `${price(min, currency)}–${price(max, currency)}`}
      <div className="under">{t('prices.timeOfUse')}</div>
    </>
  );
}
