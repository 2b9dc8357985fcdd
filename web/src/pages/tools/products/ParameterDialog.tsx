// Edits one parameter of a product: name in the device, range, step and default.
import '@mantine/core/styles/Checkbox.layer.css';
import { PARAMETER_GROUPS, PARAMETER_UNITS } from '@heliograph/contract/products.ts';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountInput } from '../../../components/AmountInput.tsx';
import { Choice } from '../../../components/Choice.tsx';
import { WRAPPER_ORDER } from '../../../components/form/textFields.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import documents from '../documents/documents.module.css';
import {
  faultsOf,
  NEW_PARAMETER,
  type Parameter,
  type ParameterDraft,
  type ParameterFaults,
  parameterDraft,
  parameterOf,
} from './productForm.ts';

interface Props {
  /** Parameter to edit; null for a new one. */
  parameter: Parameter | null;
  /** Names of the other parameters. */
  usedNames: readonly string[];
  onClose: () => void;
  onSave: (parameter: Parameter) => void;
}

export default function ParameterDialog({ parameter, usedNames, onClose, onSave }: Props) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<ParameterDraft>(parameter ? parameterDraft(parameter) : NEW_PARAMETER);
  const [wasTried, setTried] = useState(false);
  const change = (part: Partial<ParameterDraft>) => setDraft((previous) => ({ ...previous, ...part }));
  const draftFaults = faultsOf(draft, usedNames);
  const faults: ParameterFaults = wasTried ? draftFaults : {};
  const faultText = (field: keyof ParameterDraft) => faults[field] && t(`products.fault.${faults[field]}`);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Submit events bubble from the dialog into the page's form.
    event.stopPropagation();
    setTried(true);
    if (Object.keys(draftFaults).length === 0) onSave(parameterOf(draft));
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      size={640}
      title={parameter ? t('products.changeOf', { name: parameter.title }) : t('products.addParameter')}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Fields draft={draft} change={change} faultText={faultText} />
          <Checkbox
            label={t('products.isProtected')}
            checked={draft.isProtected}
            onChange={(event) => change({ isProtected: event.currentTarget.checked })}
          />
          <Checkbox
            label={t('products.isVerified')}
            checked={draft.isVerified}
            onChange={(event) => change({ isVerified: event.currentTarget.checked })}
          />
          <DialogButtons onCancel={onClose}>{t('common.ok')}</DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  draft: ParameterDraft;
  change: (part: Partial<ParameterDraft>) => void;
  faultText: (field: keyof ParameterDraft) => string | undefined;
}

function Fields({ draft, change, faultText }: FieldsProps) {
  const { t } = useTranslation();
  const amount = (field: 'min' | 'max' | 'step' | 'default', description?: string) => (
    <AmountInput
      label={t(`products.${field}`)}
      description={description}
      inputWrapperOrder={WRAPPER_ORDER}
      withAsterisk={field !== 'default'}
      value={draft[field]}
      onChange={(value) => change({ [field]: value })}
      unit={draft.unit}
      mayBeNegative={field !== 'step'}
      error={faultText(field)}
    />
  );
  return (
    <div className={documents.fields}>
      <TextInput
        label={t('products.parameterTitle')}
        inputWrapperOrder={WRAPPER_ORDER}
        withAsterisk
        maxLength={80}
        autoComplete="off"
        value={draft.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        error={faultText('title')}
      />
      <TextInput
        label={t('products.parameterName')}
        description={t('products.parameterNameText')}
        inputWrapperOrder={WRAPPER_ORDER}
        withAsterisk
        maxLength={40}
        autoComplete="off"
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={faultText('name')}
      />
      <Choice
        label={t('products.group')}
        value={draft.group}
        choices={PARAMETER_GROUPS.map((value) => ({ value, label: t(`products.groups.${value}`) }))}
        onChange={(group) => change({ group: group as Parameter['group'] })}
        isInPanel
      />
      <Choice
        label={t('products.unit')}
        value={draft.unit}
        choices={PARAMETER_UNITS.map((value) => ({ value, label: value || t('products.noUnit') }))}
        onChange={(unit) => change({ unit: unit as Parameter['unit'] })}
        isInPanel
      />
      {amount('min')}
      {amount('max')}
      {amount('step')}
      {amount('default', t('products.defaultText'))}
    </div>
  );
}
