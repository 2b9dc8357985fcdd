// Edits one function of a product: number, name, and the signal that triggers it on each channel to the device.
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount, AmountInput } from '../../../components/AmountInput.tsx';
import { WRAPPER_ORDER } from '../../../components/form/textFields.tsx';
import { isAmount } from '../../../format/parseAmount.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import documents from '../documents/documents.module.css';
import type { ProductFunction } from './productForm.ts';

interface Props {
  /** Function to edit; null for a new one. */
  existing: ProductFunction | null;
  /** Numbers of the other functions. */
  usedIds: readonly number[];
  onClose: () => void;
  onSave: (saved: ProductFunction) => void;
}

const SIGNALS = ['mqtt', 'bluetooth', 'at', 'ap'] as const;
type Signals = Record<string, string>;

export default function FunctionDialog({ existing, usedIds, onClose, onSave }: Props) {
  const { t } = useTranslation();
  const [id, setId] = useState<Amount>(existing?.func_id ?? Math.max(0, ...usedIds) + 1);
  const [name, setName] = useState(existing?.func_name ?? '');
  const [signals, setSignals] = useState<Signals>(() =>
    Object.fromEntries(SIGNALS.map((channel) => [channel, existing?.[`signal_${channel}`] ?? ''])),
  );
  const [isProtected, setProtected] = useState(existing?.isProtected ?? false);
  const [wasTried, setTried] = useState(false);
  const idFault = !isAmount(id) ? 'need' : usedIds.includes(id) ? 'taken' : undefined;
  const nameFault = name.trim() === '' ? 'need' : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Submit events bubble from the dialog into the page's form.
    event.stopPropagation();
    setTried(true);
    if (!isAmount(id) || idFault || nameFault) return;
    const signal = (channel: (typeof SIGNALS)[number]) => (signals[channel] ?? '').trim();
    onSave({
      func_id: id,
      func_name: name.trim(),
      signal_mqtt: signal('mqtt'),
      signal_bluetooth: signal('bluetooth'),
      signal_at: signal('at'),
      signal_ap: signal('ap'),
      isProtected,
    });
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      size={640}
      title={existing ? t('products.changeOf', { name: existing.func_name }) : t('products.addFunction')}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <div className={documents.fields}>
            <TextInput
              label={t('products.functionName')}
              inputWrapperOrder={WRAPPER_ORDER}
              withAsterisk
              maxLength={80}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={wasTried && nameFault && t(`products.fault.${nameFault}`)}
            />
            <AmountInput
              label={t('products.functionId')}
              inputWrapperOrder={WRAPPER_ORDER}
              withAsterisk
              digits={0}
              unit=""
              value={id}
              onChange={setId}
              error={wasTried && idFault && t(`products.fault.${idFault}`)}
            />
            <SignalFields signals={signals} onChange={(part) => setSignals((previous) => ({ ...previous, ...part }))} />
          </div>
          <p className="muted">{t('products.functionWords')}</p>
          <Checkbox
            label={t('products.isProtected')}
            checked={isProtected}
            onChange={(event) => setProtected(event.currentTarget.checked)}
          />
          <DialogButtons onCancel={onClose}>{t('common.ok')}</DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

function SignalFields({ signals, onChange }: { signals: Signals; onChange: (part: Signals) => void }) {
  const { t } = useTranslation();
  return SIGNALS.map((channel) => (
    <TextInput
      key={channel}
      label={t(`products.signal.${channel}`)}
      maxLength={80}
      autoComplete="off"
      value={signals[channel]}
      onChange={(event) => onChange({ [channel]: event.currentTarget.value })}
    />
  ));
}
