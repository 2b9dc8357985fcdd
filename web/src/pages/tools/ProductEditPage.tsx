// One product of the catalogue, or a new one.
import { REFUSALS } from '@heliograph/contract/errors.ts';
import { Button } from '@mantine/core';
import { IconBox } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf, Refused } from '../../api/failures.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { links } from '../../links.ts';
import { RowBones } from '../../ui/Bones.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { toastDone } from '../../ui/toast.tsx';
import { ProductEditor } from './products/ProductEditor.tsx';
import classes from './products/products.module.css';

function NoSuchProduct() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('products.edit')} />
      <Card flush>
        <EmptyState
          icon={<IconBox size={22} stroke={1.75} aria-hidden />}
          title={t('products.noSuch')}
          text={t('products.noSuchText')}
          action={
            <Button renderRoot={(props) => <Link {...props} {...links.products()} />}>
              {t('products.toProducts')}
            </Button>
          }
        />
      </Card>
    </>
  );
}

function Page({ model }: { model: number | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const detail = useCall('product/detail', model === undefined ? {} : { model }, { staleMs: 0 });
  const del = useChange('product/del', ['product/list']);
  const [isAsking, setAsking] = useState(false);
  const { data, error } = detail;
  if (error instanceof Refused && error.code === REFUSALS.noSuchProduct) return <NoSuchProduct />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void detail.refetch()} />;
  const name = data?.product?.name ?? '';
  const remove = () =>
    model !== undefined &&
    del.mutate(
      { model },
      {
        onSuccess: () => {
          toastDone(t('products.done', { name }));
          void navigate({ ...links.products(), replace: true });
        },
      },
    );
  return (
    <>
      <PageHeader
        title={model === undefined ? t('products.new') : name || t('products.edit')}
        backTo={links.products()}
      />
      {data ? (
        <ProductEditor key={data.product?.version ?? 0} detail={data} onDelete={() => setAsking(true)} />
      ) : (
        <div className={classes.stack}>
          <Card>
            <RowBones rows={6} height={56} />
          </Card>
        </div>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => {
          setAsking(false);
          del.reset();
        }}
        onConfirm={remove}
        title={t('products.deleteTitle', { name })}
        isBusy={del.isPending}
        error={del.error ? messageOf(del.error, t) : null}
      />
    </>
  );
}

export default function ProductEditPage() {
  const { model } = useSearch({ from: '/signedIn/product/edit' });
  return <Page key={model ?? 0} model={model} />;
}
