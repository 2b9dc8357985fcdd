// Temporary passwords of BDM devices: who generated which, when and why; generates new ones.
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, preload } from '../../api/loading.ts';
import { useCall } from '../../api/useCall.ts';
import { ListPage } from '../../components/list/ListPage.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { bdmPasswordList } from './bdmPassword/bdmPasswordList.ts';
import { bdmPasswordColumns } from './bdmPassword/columns.tsx';

const loadDialog = () => import('./bdmPassword/GenerateDialog.tsx');
const GenerateDialog = lazyPart(loadDialog);

export default function BdmPasswordPage() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { data } = useCall('bdmPassword/list', { page: { size: 1, num: 0 } });
  const columns = useMemo(() => bdmPasswordColumns(t), [t]);
  const button = (
    <Button
      leftSection={<IconKey size={18} stroke={1.75} aria-hidden />}
      disabled={!data?.isSetUp}
      onPointerEnter={() => preload(loadDialog)}
      onClick={() => setOpen(true)}
    >
      {t('bdmPassword.generate')}
    </Button>
  );
  return (
    <>
      <ListPage
        list={bdmPasswordList}
        columns={columns}
        texts={{
          title: t('bdmPassword.title'),
          facts: t('bdmPassword.text'),
          search: t('bdmPassword.search'),
          empty: {
            icon: <IconKey size={24} stroke={1.75} aria-hidden />,
            title: t('bdmPassword.empty'),
            text: t('bdmPassword.emptyText'),
            action: button,
          },
          noMatches: { title: t('bdmPassword.noneFound'), text: t('bdmPassword.noneFoundText') },
          file: t('bdmPassword.csvFile'),
        }}
        keyOf={(row) => row.id}
        head={button}
        notice={data && !data.isSetUp && <Notice kind="info">{t('bdmPassword.notSetUp')}</Notice>}
      />
      {isOpen && (
        <Suspense>
          <GenerateDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
