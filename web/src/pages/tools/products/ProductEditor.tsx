// Form of a product: its facts, functions and parameters.
import { PRODUCT_KINDS } from '@heliograph/contract/products.ts';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/useCall.ts';
import { Form, FormFailure } from '../../../components/form/Form.tsx';
import { fieldsOf } from '../../../components/form/fields.tsx';
import { useFormFrame } from '../../../components/form/useFormFrame.ts';
import { full } from '../../../format/numbers.ts';
import { links } from '../../../links.ts';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import documents from '../documents/documents.module.css';
import { Facts } from '../Facts.tsx';
import { originOf } from './columns.tsx';
import { ProductDocuments } from './ProductDocuments.tsx';
import { ProductPicture } from './ProductPicture.tsx';
import { FunctionRows, ParameterRows } from './ProductRows.tsx';
import { type Detail, EMPTY, formOf, type Product, type ProductForm, type Rows, rules, wireOf } from './productForm.ts';
import classes from './products.module.css';

const { TextField, AmountField, ChoiceField, RemarkField } = fieldsOf<ProductForm>();

type Fact = 'model' | 'name' | 'kind' | 'inputs' | 'ratedPowerW' | 'phases' | 'profile' | 'remark';

/** Facts shown as text: for an own product those that its devices depend on, for other products all. */
function fixedFacts(product: Product | null): Fact[] {
  if (!product) return [];
  const { rights, isUsed } = product;
  if (!rights.update) return ['model', 'name', 'kind', 'inputs', 'ratedPowerW', 'phases', 'profile', 'remark'];
  if (rights.isBuiltIn) return ['model', 'name', 'kind', 'inputs', 'phases', 'profile'];
  return isUsed ? ['model', 'kind', 'phases', 'profile'] : ['model'];
}

interface Props {
  detail: Detail;
  /** Opens the confirmation of the deletion. */
  onDelete: () => void;
}

export function ProductEditor({ detail: { product, profiles }, onDelete }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const create = useChange('product/create', ['product/list', 'product/sn']);
  const update = useChange('product/update', ['product/list', 'product/detail', 'product/sn']);
  const [initialRows] = useState<Rows>({ functions: product?.functions ?? [], parameters: product?.parameters ?? [] });
  const [rows, setRows] = useState<Rows>(initialRows);
  const mayChange = product?.rights.update ?? true;
  const frame = useFormFrame<ProductForm>({
    start: product ? formOf(product) : EMPTY,
    rules,
    refusedAt: {
      modelTaken: 'model',
      productNameTaken: 'name',
      inputsInUse: 'inputs',
      tooManyInputs: 'inputs',
      profileDoesNotFit: 'profile',
    },
    send: async (form) => {
      const wire = wireOf(form, rows);
      if (product) await update.mutateAsync({ ...wire, version: product.version });
      else await create.mutateAsync(wire);
      toastDone(t('saved.saved'));
      frame.form.reset(form);
      if (!product && form.model !== '')
        void navigate({ ...links.product(form.model), replace: true, ignoreBlocker: true });
    },
  });
  const { isDirty, isSubmitting } = frame.form.formState;
  const hasRowChanges = rows !== initialRows;
  const fixed = fixedFacts(product);
  const isEditable = (field: Fact) => !fixed.includes(field);
  return (
    <Form frame={frame} className={documents.stack} guard="lost" hasOtherChanges={hasRowChanges && !isSubmitting}>
      {product && <Restriction product={product} />}
      <Card title={t('products.facts')}>
        <div className={product ? classes.head : undefined}>
          <div>
            {product && <ProductFacts product={product} fields={fixed} />}
            {mayChange && <Fields isEditable={isEditable} frame={frame} profiles={profiles} />}
          </div>
          {product && <ProductPicture product={product} />}
        </div>
      </Card>
      <ParameterRows
        rows={rows.parameters}
        mayChange={mayChange}
        onChange={(parameters) => setRows({ ...rows, parameters })}
      />
      <FunctionRows
        rows={rows.functions}
        mayChange={mayChange}
        onChange={(functions) => setRows({ ...rows, functions })}
      />
      {product && <ProductDocuments product={product} />}
      <FormFailure failure={frame.failure} />
      {mayChange && (
        <div className={classes.buttons}>
          {product && !product.rights.isBuiltIn && !product.isUsed && (
            <Button variant="default" color="red" onClick={onDelete}>
              {t('common.delete')}
            </Button>
          )}
          <Button type="submit" disabled={!isDirty && !hasRowChanges} loading={isSubmitting}>
            {t('common.save')}
          </Button>
        </div>
      )}
    </Form>
  );
}

interface FieldsProps {
  isEditable: (field: Fact) => boolean;
  frame: ReturnType<typeof useFormFrame<ProductForm>>;
  profiles: Detail['profiles'];
}

/** Fields of the facts that can be changed. */
function Fields({ isEditable, frame, profiles }: FieldsProps) {
  const { t } = useTranslation();
  const kind = frame.form.watch('kind');
  const applicable = profiles.filter(({ kinds }) => kind !== '' && kinds.includes(kind));
  return (
    <div className={documents.fields}>
      {isEditable('name') && <TextField name="name" label={t('products.name')} description={t('products.nameText')} />}
      {isEditable('model') && (
        <AmountField
          name="model"
          label={t('products.model')}
          description={t('products.modelText')}
          unit=""
          digits={0}
        />
      )}
      {isEditable('kind') && (
        <ChoiceField
          name="kind"
          label={t('products.kind')}
          choices={PRODUCT_KINDS.map((value) => ({ value, label: t(`products.kinds.${value}`) }))}
          // A profile of one kind rarely fits another.
          onChosen={() => frame.form.setValue('profile', '')}
        />
      )}
      {isEditable('profile') && (
        <ChoiceField
          name="profile"
          label={t('products.profile')}
          description={t('products.profileText')}
          choices={[
            { value: '', label: t('products.noProfile') },
            ...applicable.map(({ name }) => ({ value: name, label: name })),
          ]}
        />
      )}
      {isEditable('inputs') && (
        <AmountField
          name="inputs"
          label={t('products.inputs')}
          description={t('products.inputsText')}
          unit=""
          digits={0}
        />
      )}
      {isEditable('ratedPowerW') && <AmountField name="ratedPowerW" label={t('products.rated')} unit="W" />}
      {isEditable('phases') && (
        <ChoiceField
          name="phases"
          label={t('products.phases')}
          choices={(['1', '3'] as const).map((value) => ({ value, label: t(`products.phase.${value}`) }))}
        />
      )}
      {isEditable('remark') && <RemarkField name="remark" label={t('products.remark')} className={documents.wide} />}
    </div>
  );
}

/** Reason why some facts cannot be changed. */
function Restriction({ product: { rights, isUsed, companyName } }: { product: Product }) {
  const { t } = useTranslation();
  if (!rights.update)
    return <p className="muted">{t(companyName === '' ? 'products.readOnlyPortal' : 'products.readOnly')}</p>;
  if (rights.isBuiltIn) return <Notice kind="info">{t('products.builtIn')}</Notice>;
  return isUsed && <Notice kind="info">{t('products.isUsed')}</Notice>;
}

function ProductFacts({ product, fields }: { product: Product; fields: readonly Fact[] }) {
  const { t } = useTranslation();
  const { inputs, ratedPowerW, remark } = product;
  const facts: Record<Fact, [label: string, value: string]> = {
    name: [t('products.name'), product.name],
    model: [t('products.model'), String(product.model)],
    kind: [t('products.kind'), t(`products.kinds.${product.kind}`)],
    inputs: [t('products.inputs'), inputs === 0 ? t('products.told') : String(inputs)],
    ratedPowerW: [t('products.rated'), ratedPowerW === 0 ? '–' : `${full(ratedPowerW, 0)} W`],
    phases: [t('products.phases'), String(product.phases)],
    profile: [t('products.profile'), product.profile ?? t('products.noProfile')],
    remark: [t('products.remark'), remark],
  };
  return <Facts facts={[...fields.map((fact) => facts[fact]), [t('products.origin'), originOf(product, t)]]} />;
}
