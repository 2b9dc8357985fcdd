// One function of a product: its number, its name, and the signal that asks for it on each way to the device.
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount, AmountInput } from '../../../components/AmountInput.tsx';
import { WRAPPER_ORDER } from '../../../components/form/textFields.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import documents from '../documents/documents.module.css';
import type { ProductFunction } from './productForm.ts';

interface Props {
  /** Null: a new one. */
  given: ProductFunction | null;
  /** The numbers of the others. */
  taken: readonly number[];
  onClose: () => void;
  onSave: (made: ProductFunction) => void;
}

const SIGNALS = ['mqtt', 'bluetooth', 'at', 'ap'] as const;
type Signals = Record<string, string>;

export default function FunctionDialog({ given, taken, onClose, onSave }: Props) {
  const { t } = useTranslation();
  const [id, setId] = useState<Amount>(given?.func_id ?? Math.max(0, ...taken) + 1);
  const [name, setName] = useState(given?.func_name ?? '');
  const [signals, setSignals] = useState<Signals>(() =>
    Object.fromEntries(SIGNALS.map((way) => [way, given?.[`signal_${way}`] ?? ''])),
  );
  const [isProtected, setProtected] = useState(given?.isProtected ?? false);
  const [wasTried, setTried] = useState(false);
  const idFault = id === '' ? 'need' : taken.includes(id) ? 'taken' : undefined;
  const nameFault = name.trim() === '' ? 'need' : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Events bubble from the dialog into the page's form.
    event.stopPropagation();
    setTried(true);
    if (id === '' || idFault || nameFault) return;
    const signal = (way: (typeof SIGNALS)[number]) => (signals[way] ?? '').trim();
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
      title={given ? t('products.changeOf', { name: given.func_name }) : t('products.addFunction')}
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
            <SignalFields signals={signals} onChange={(part) => setSignals((before) => ({ ...before, ...part }))} />
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
  return SIGNALS.map((way) => (
    <TextInput
      key={way}
      label={t(`products.signal.${way}`)}
      maxLength={80}
      autoComplete="off"
      value={signals[way]}
      onChange={(event) => onChange({ [way]: event.currentTarget.value })}
    />
  ));
}
