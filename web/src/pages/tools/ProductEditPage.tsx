// A product of the catalogue, or a new one.
import { IconBox } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { NotFound } from '../../components/NotFound.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { links } from '../../links.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toastDone } from '../../ui/toast.tsx';
import { DetailView } from './DetailView.tsx';
import { ProductEditor } from './products/ProductEditor.tsx';

function NoSuchProduct() {
  const { t } = useTranslation();
  return (
    <NotFound
      title={t('products.edit')}
      icon={<IconBox size={22} stroke={1.75} aria-hidden />}
      heading={t('products.noSuch')}
      text={t('products.noSuchText')}
      to={links.products()}
      toLabel={t('products.toProducts')}
    />
  );
}

function Page({ model }: { model: number | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const detail = useCall('product/detail', model === undefined ? {} : { model }, { staleMs: 0 });
  const del = useChange('product/del', ['product/list']);
  const [isConfirming, setConfirming] = useState(false);
  const name = detail.data?.product?.name ?? '';
  const title = model === undefined ? t('products.new') : name || t('products.edit');
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
    <DetailView detail={detail} title={title} missing="productNotFound" notFound={<NoSuchProduct />}>
      {(data) => (
        <>
          <PageHeader title={title} />
          <ProductEditor key={data.product?.version ?? 0} detail={data} onDelete={() => setConfirming(true)} />
          <ConfirmDialog
            opened={isConfirming}
            onClose={() => {
              setConfirming(false);
              del.reset();
            }}
            onConfirm={remove}
            title={t('products.deleteTitle', { name })}
            isBusy={del.isPending}
            error={del.error ? messageOf(del.error, t) : null}
          />
        </>
      )}
    </DetailView>
  );
}

export default function ProductEditPage() {
  const { model } = useSearch({ from: '/signedIn/product/edit' });
  return <Page key={model ?? 0} model={model} />;
}
