// A plant's prices, newest first: added, edited and removed one by one, and asked once more where money of days that are over would change.
import { REFUSALS } from '@heliograph/contract/errors.ts';
import { firstChangedDay, versionOn } from '@heliograph/contract/prices.ts';
import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf, Refused } from '../../../api/failures.ts';
import { lazyPart, preload } from '../../../api/loading.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { type Column, DataTable } from '../../../components/list/DataTable.tsx';
import { ListCards } from '../../../components/list/ListCards.tsx';
import { addDays } from '../../../format/dayCount.ts';
import { money, price } from '../../../format/numbers.ts';
import { dayText } from '../../../format/times.ts';
import { RowBones } from '../../../ui/Bones.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
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
  /** The plant's, after each change. */
  onVersion: (version: number) => void;
}

/** What a dialog is about: a version of the list, or a new one like the one that is valid now. */
interface Edited {
  start: PriceDraft;
  before: Version | null;
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
            <RowBones rows={2} />
          )}
        </>
      )}
    </section>
  );
}

function Loaded({ prices, mayChange, onVersion }: Omit<Props, 'sid'> & { prices: Prices }) {
  const { t } = useTranslation();
  const { sid, list, today, currency } = prices;
  const change = useChange('site/prices/setUp', MONEY_CALLS);
  const [edited, setEdited] = useState<Edited | null>(null);
  const [toRemove, setToRemove] = useState<Version | null>(null);
  /** The list that would change money of days that are over, until somebody says that it should. */
  const [asked, setAsked] = useState<readonly Version[] | null>(null);
  const now = versionOn(list, today);
  const first = list[0];
  const close = () => {
    setEdited(null);
    setToRemove(null);
    setAsked(null);
    change.reset();
  };
  const send = (next: readonly Version[], rewrite = false) =>
    change.mutate(
      { sid, version: prices.version, list: [...next], rewrite },
      {
        onSuccess: ({ version }) => {
          onVersion(version);
          toastDone(t('saved.modified'));
          close();
        },
        onError: (error) => {
          if (isPastRefused(error)) setAsked(next);
        },
      },
    );
  const save = (draft: PriceDraft) => {
    const others = list.filter((version) => version !== edited?.before);
    send([...others, versionOf(draft)].toSorted((left, right) => (left.validFrom < right.validFrom ? -1 : 1)));
  };
  const columns = useMemo<Column<Version>[]>(
    () => [
      {
        id: 'validFrom',
        title: t('prices.validFrom'),
        widthPx: 180,
        cell: (version) => (
          <>
            <b>{version === first ? t('prices.fromTheBeginning') : dayText(version.validFrom)}</b>
            {version === now && <div className="under">{t('prices.validNow')}</div>}
            {version.validFrom > today && <div className="under">{t('prices.later')}</div>}
          </>
        ),
      },
      {
        id: 'price',
        title: t('prices.price'),
        unit: `${currency}/kWh`,
        widthPx: 220,
        isNumber: true,
        cell: (version) => <BoughtPrice version={version} currency={currency} />,
      },
      {
        id: 'feedIn',
        title: t('prices.feedIn'),
        unit: `${currency}/kWh`,
        widthPx: 140,
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
    [t, currency, first, now, today],
  );
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const versions = {
    label: t('prices.byDay'),
    columns,
    rows: list.toReversed(),
    keyOf: ({ validFrom }: Version) => validFrom,
    ...(mayChange && {
      actions: (version: Version) => {
        const name = version === first ? t('prices.fromTheBeginning') : dayText(version.validFrom);
        return (
          <div className={classes.actions}>
            <ActionIcon
              size={32}
              aria-label={t('prices.editOf', { name })}
              title={t('prices.editOf', { name })}
              onPointerEnter={() => preload(loadDialog)}
              onClick={() => setEdited({ start: draftOf(version), before: version })}
            >
              <IconPencil size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
            {version !== first && (
              <ActionIcon
                size={32}
                aria-label={t('prices.removeOf', { name })}
                title={t('prices.removeOf', { name })}
                onClick={() => setToRemove(version)}
              >
                <IconTrash size={18} stroke={1.75} aria-hidden />
              </ActionIcon>
            )}
          </div>
        );
      },
    }),
  };
  const isAsking = asked !== null;
  const failure = change.error && !isAsking ? messageOf(change.error, t) : null;
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
            onClick={() => setEdited({ start: { ...draftOf(now ?? list.at(-1)!), validFrom: today }, before: null })}
          >
            {t('prices.add')}
          </Button>
        )}
      </div>
      {/* On a phone the columns of prices would lie beside the screen. */}
      {isPhone ? (
        <ListCards {...versions} choice={{ order: columns.map(({ id }) => id), hidden: [] }} cardPx={CARD_PX} />
      ) : (
        <DataTable {...versions} actionsWidthPx={84} />
      )}
      {edited && (
        <Suspense>
          <PriceDialog
            start={edited.start}
            isNew={edited.before === null}
            isFirst={edited.before !== null && edited.before === first}
            taken={list.filter((version) => version !== edited.before).map(({ validFrom }) => validFrom)}
            currency={currency}
            isBusy={change.isPending}
            failure={failure}
            onSave={save}
            onClose={close}
          />
        </Suspense>
      )}
      <ConfirmDialog
        opened={toRemove !== null && !isAsking}
        onClose={close}
        onConfirm={() => send(list.filter((version) => version !== toRemove))}
        text={t('prices.removeText', { day: toRemove ? dayText(toRemove.validFrom) : '' })}
        isBusy={change.isPending}
        error={failure}
      />
      {asked && (
        <ConfirmDialog
          opened
          onClose={() => {
            setAsked(null);
            change.reset();
          }}
          onConfirm={() => send(asked, true)}
          title={t('prices.rewriteTitle')}
          text={t('prices.rewriteText', changedDays(prices, asked))}
          error={change.error && !isPastRefused(change.error) ? messageOf(change.error, t) : null}
          confirmLabel={t('prices.rewrite')}
          confirmColor={undefined}
          isBusy={change.isPending}
        />
      )}
    </>
  );
}

const isPastRefused = (error: Error): boolean => error instanceof Refused && error.code === REFUSALS.pastPrices;

/** The days that are over whose money another list changes: those that have figures. */
function changedDays({ list, firstDay, today }: Prices, next: readonly Version[]): { from: string; to: string } {
  const changed = firstChangedDay(list, next) ?? today;
  return {
    from: dayText(firstDay !== null && changed < firstDay ? firstDay : changed),
    to: dayText(addDays(today, -1)),
  };
}

function BoughtPrice({ version, currency }: { version: Version; currency: string }) {
  const { t } = useTranslation();
  if (version.kind === 'flat') return price(version.price, currency);
  const [least, most] = priceRange(version) ?? [null, null];
  return (
    <>
      {least === most ? price(least, currency) : `${price(least, currency)}–${price(most, currency)}`}
      <div className="under">{t('prices.timeOfUse')}</div>
    </>
  );
}
