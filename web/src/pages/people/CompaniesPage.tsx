// Companies of the user's branch: manager, parent company and totals; creates, moves and closes companies.
import { Button } from '@mantine/core';
import {
  IconBuilding,
  IconKey,
  IconPencil,
  IconPlus,
  IconShieldLock,
  IconShieldOff,
  IconTrash,
} from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, preload } from '../../api/loading.ts';
import { ListPage } from '../../components/list/ListPage.tsx';
import { type MoreAction, MoreMenu } from '../../components/MoreMenu.tsx';
import { usePermission } from '../../session/session.ts';
import { companyColumns } from './companies/columns.tsx';
import { companyFields } from './companies/companyFields.ts';
import { type CompanyRow, companyList } from './companies/companyList.ts';
import classes from './people.module.css';

const loadDialog = () => import('./companies/CompanyDialog.tsx');
const CompanyDialog = lazyPart(loadDialog);
const SignInDialog = lazyPart(() => import('./companies/SignInDialog.tsx'));
const FactorDialog = lazyPart(() => import('./companies/FactorDialog.tsx'));
const CloseDialog = lazyPart(() => import('./companies/CloseDialog.tsx'));

/** Open dialog. */
type OpenDialog = { row: CompanyRow; action: 'edit' | 'close' | 'signIn' | 'factor' } | { row?: never; action: 'new' };

/** Renders the permitted actions of a row. */
function useRowActions(onOpen: (opened: OpenDialog) => void) {
  const { t } = useTranslation();
  const mayUpdate = usePermission('CompanyUpdate');
  const mayClose = usePermission('CompanyDelete');
  const maySetSignIn = usePermission('CompanySignIn');
  const moreOf = (row: CompanyRow): MoreAction[] => [
    ...(maySetSignIn
      ? [
          {
            label: t('people.signIn.action'),
            icon: <IconKey size={18} stroke={1.75} aria-hidden />,
            onClick: () => onOpen({ row, action: 'signIn' }),
          },
          {
            label: t(row.needsSecondFactor ? 'people.factor.stop' : 'people.factor.ask'),
            icon: row.needsSecondFactor ? (
              <IconShieldOff size={18} stroke={1.75} aria-hidden />
            ) : (
              <IconShieldLock size={18} stroke={1.75} aria-hidden />
            ),
            onClick: () => onOpen({ row, action: 'factor' }),
          },
        ]
      : []),
    ...(row.rights.change && mayClose
      ? [
          {
            label: t('people.close'),
            icon: <IconTrash size={18} stroke={1.75} aria-hidden />,
            isDangerous: true,
            onClick: () => onOpen({ row, action: 'close' }),
          },
        ]
      : []),
  ];
  return (row: CompanyRow) => {
    const more = moreOf(row);
    const mayEdit = row.rights.change && mayUpdate;
    return (
      (mayEdit || more.length > 0) && (
        <div className={classes.actions}>
          {mayEdit && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
              onPointerEnter={() => preload(loadDialog)}
              onClick={() => onOpen({ row, action: 'edit' })}
            >
              {t('people.edit')}
            </Button>
          )}
          {more.length > 0 && <MoreMenu actions={more} label={t('people.actionsFor', { who: row.companyName })} />}
        </div>
      )
    );
  };
}

export default function CompaniesPage() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const mayCreate = usePermission('CompanyCreate');
  const actions = useRowActions(setOpened);
  const columns = useMemo(() => companyColumns(t), [t]);
  const close = () => setOpened(null);
  const newButton = mayCreate && (
    <Button
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      onPointerEnter={() => preload(loadDialog)}
      onClick={() => setOpened({ action: 'new' })}
    >
      {t('people.newCompany')}
    </Button>
  );
  return (
    <>
      <ListPage
        list={companyList}
        columns={columns}
        fields={companyFields(t)}
        texts={{
          title: t('menu.Companies'),
          search: t('people.searchCompanies'),
          empty: {
            icon: <IconBuilding size={24} stroke={1.75} aria-hidden />,
            title: t('people.noCompanies'),
            text: t('people.noCompaniesText'),
            action: newButton,
          },
          noMatches: { title: t('people.noneFound'), text: t('people.noCompanyFound') },
          file: t('people.companiesFile'),
        }}
        keyOf={(row) => String(row.id)}
        head={newButton}
        actions={actions}
        actionsWidthPx={180}
      />
      <Suspense>
        {opened?.action === 'close' ? (
          <CloseDialog row={opened.row} onClose={close} />
        ) : opened?.action === 'signIn' ? (
          <SignInDialog row={opened.row} onClose={close} />
        ) : opened?.action === 'factor' ? (
          <FactorDialog row={opened.row} onClose={close} />
        ) : (
          opened && <CompanyDialog {...(opened.row ? { row: opened.row } : {})} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
