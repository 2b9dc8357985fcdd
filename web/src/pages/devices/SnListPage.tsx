// List of serial numbers with activation and restriction; adds stock, restricts numbers and cancels restrictions.
import { MAX_COUNTED_NUMBERS } from '@heliograph/contract/limits.ts';
import { Button } from '@mantine/core';
import { IconBan, IconBarcode, IconCircleCheck, IconEraser, IconPlus } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, preload } from '../../api/loading.ts';
import { useCall } from '../../api/useCall.ts';
import type { FilterField } from '../../components/list/filterField.ts';
import { ListPage } from '../../components/list/ListPage.tsx';
import { MoreMenu } from '../../components/MoreMenu.tsx';
import { full } from '../../format/numbers.ts';
import { addTexts } from '../../i18n/start.ts';
import { usePermission } from '../../session/session.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ClaimRequests } from './snList/ClaimRequests.tsx';
import { numberColumns } from './snList/columns.tsx';
import { type NumberRow, snList } from './snList/snList.ts';
import type { NumberAction } from './unregistered/NumberDialog.tsx';

const loadAdd = () => import('./snList/AddNumbers.tsx');
const AddNumbers = lazyPart(loadAdd);
const NumberDialog = lazyPart(() => import('./unregistered/NumberDialog.tsx'));
const RemoveNumber = lazyPart(() => import('./snList/RemoveNumber.tsx'));
const OpenClaims = lazyPart(
  async () => (await Promise.all([import('./snList/ownership/OpenClaims.tsx'), addTexts(['ownership'])]))[0],
);

const fieldsOf = (t: TFunction): FilterField<keyof typeof snList.filters>[] => {
  const choice = (yes: string, no: string) => ({
    useChoices: () => [
      { value: 'yes', label: yes },
      { value: 'no', label: no },
    ],
  });
  return [
    { name: 'activated', label: t('snList.state'), kind: choice(t('snList.activated'), t('snList.notActivated')) },
    {
      name: 'restricted',
      label: t('snList.restricted'),
      kind: choice(t('snList.restricted'), t('snList.notRestricted')),
    },
    { name: 'model', label: t('snList.product'), kind: { useChoices: useProducts } },
  ];
};

function useProducts() {
  const { data } = useCall('product/list', { page: { size: 200 } });
  return (data?.list ?? []).map(({ model, name }) => ({ value: String(model), label: name }));
}

/** Row and action of the open dialog. */
interface OpenDialog {
  row: NumberRow;
  action: NumberAction | 'remove';
}

/** Renders the menu of a row with the permitted actions. */
function useRowActions(onOpen: (opened: OpenDialog) => void) {
  const { t } = useTranslation();
  return (row: NumberRow) => {
    const { rights, isBlack, sn } = row;
    const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
    const open = (action: NumberAction | 'remove') => () => onOpen({ row, action });
    const actions = [
      ...(rights.restrict
        ? [
            isBlack
              ? { label: t('unregistered.do.allow'), icon: <IconCircleCheck {...icon} />, onClick: open('allow') }
              : { label: t('unregistered.do.restrict'), icon: <IconBan {...icon} />, onClick: open('restrict') },
          ]
        : []),
      ...(rights.remove
        ? [{ label: t('snList.remove'), icon: <IconEraser {...icon} />, isDangerous: true, onClick: open('remove') }]
        : []),
    ];
    return actions.length > 0 && <MoreMenu actions={actions} label={t('snList.actionsFor', { sn })} />;
  };
}

export default function SnListPage() {
  const { t } = useTranslation();
  const mayAdd = usePermission('SnImport');
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const columns = useMemo(() => numberColumns(t), [t]);
  const fields = useMemo(() => fieldsOf(t), [t]);
  const search = snList.search(useSearch({ from: '/signedIn/snList' }));
  // Same request as the list's, so that both share one query.
  const { data } = useCall('product/sn/list', snList.requestOf(snList.stateOf(search)), { keepsPrevious: true });
  const add = mayAdd && (
    <Button
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      onPointerEnter={() => preload(loadAdd)}
      onClick={() => setAdding(true)}
    >
      {t('snList.add')}
    </Button>
  );
  const actions = useRowActions(setOpened);
  const close = () => setOpened(null);
  return (
    <>
      <ListPage
        list={snList}
        columns={columns}
        fields={fields}
        texts={{
          title: t('snList.title'),
          facts: t('snList.text'),
          search: t('snList.search'),
          empty: {
            icon: <IconBarcode size={24} stroke={1.75} aria-hidden />,
            title: t('snList.empty'),
            text: t('snList.emptyText'),
            action: add,
          },
          noMatches: { title: t('snList.noneFound'), text: t('snList.noneFoundText') },
          file: t('snList.csvFile'),
        }}
        keyOf={(row) => row.sn}
        actions={actions}
        actionsWidthPx={56}
        head={add}
        notice={
          <>
            {mayAdd && <ClaimRequests />}
            {mayAdd && (
              <Suspense>
                <OpenClaims />
              </Suspense>
            )}
            {data?.hasMore && <Notice kind="info">{t('snList.more', { most: full(MAX_COUNTED_NUMBERS, 0) })}</Notice>}
          </>
        }
      />
      {isAdding && (
        <Suspense>
          <AddNumbers onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {opened && (
        <Suspense>
          {opened.action === 'remove' ? (
            <RemoveNumber sn={opened.row.sn} onClose={close} />
          ) : (
            <NumberDialog row={{ ...opened.row, children: 0 }} action={opened.action} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}
