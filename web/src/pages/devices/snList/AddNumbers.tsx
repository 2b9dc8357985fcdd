// Adds serial numbers as stock, from a file or by hand, and shows the result of each row.
import type { Response } from '@heliograph/contract/calls.ts';
import { MAX_SHEET_ROWS, SERIAL_NUMBER, SHEET_BYTES } from '@heliograph/contract/limits.ts';
import { Button, FileButton, Group, SegmentedControl, Stack, Textarea } from '@mantine/core';
import { IconCamera, IconFileTypeXls, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { download } from '../../../api/post.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { Choice } from '../../../components/Choice.tsx';
import { saveFile } from '../../../components/csv.ts';
import { WRAPPER_ORDER } from '../../../components/form/textFields.tsx';
import { ScanButton } from '../../../components/scan/ScanButton.tsx';
import type { Outcome } from '../../../components/scan/useScanned.ts';
import { full } from '../../../format/numbers.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toastFailed } from '../../../ui/toast.tsx';
import { EnteredRows } from './EnteredRows.tsx';

export type Entered = Pick<Response<'product/sn/import'>, 'isWritten' | 'list'>;

/** Numbers per call when entered by hand. */
const MAX_BY_HAND = 500;
const INVALIDATED = ['product/sn/list', 'product/sn'] as const;

export default function AddNumbers({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [source, setSource] = useState<'file' | 'hand'>('file');
  const [entered, setEntered] = useState<Entered | null>(null);
  return (
    <Dialog opened onClose={onClose} title={t('snList.add')} size={760}>
      <Stack gap="md">
        {entered ? (
          <EnteredRows entered={entered} onRetry={() => setEntered(null)} onClose={onClose} />
        ) : (
          <>
            <p className="muted">{t('snList.addText')}</p>
            <SegmentedControl
              aria-label={t('snList.how')}
              value={source}
              onChange={(chosen) => setSource(chosen as typeof source)}
              data={[
                { value: 'file', label: t('snList.fromFile') },
                { value: 'hand', label: t('snList.byHand') },
              ]}
            />
            {source === 'file' ? <FromFile onEntered={setEntered} /> : <ByHand onEntered={setEntered} />}
          </>
        )}
      </Stack>
    </Dialog>
  );
}

interface Props {
  onEntered: (entered: Entered) => void;
}

function FromFile({ onEntered }: Props) {
  const { t } = useTranslation();
  const [isTooLarge, setTooLarge] = useState(false);
  const enter = useChange('product/sn/import', INVALIDATED);
  const template = useMutation({
    mutationFn: () => download('product/sn/template', {}),
    networkMode: 'always',
    onSuccess: ({ name, content }) => saveFile(content, name || 'serial-numbers.xlsx'),
    onError: (error) => toastFailed(messageOf(error, t)),
  });
  const choose = (file: File | null) => {
    if (!file) return;
    enter.reset();
    setTooLarge(file.size > SHEET_BYTES);
    if (file.size > SHEET_BYTES) return;
    void file.arrayBuffer().then((bytes) => enter.mutate({ file: new Uint8Array(bytes) }, { onSuccess: onEntered }));
  };
  const failure = isTooLarge ? t('snList.tooLarge') : enter.error && messageOf(enter.error, t);
  return (
    <>
      <p>{t('snList.fileText', { rows: full(MAX_SHEET_ROWS, 0) })}</p>
      {failure && <Notice kind="error">{failure}</Notice>}
      <Group gap="xs">
        <FileButton accept=".xlsx" onChange={choose}>
          {(props) => (
            <Button
              {...props}
              loading={enter.isPending}
              leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
            >
              {t('snList.choose')}
            </Button>
          )}
        </FileButton>
        <Button
          variant="default"
          loading={template.isPending}
          leftSection={<IconFileTypeXls size={18} stroke={1.75} aria-hidden />}
          onClick={() => template.mutate()}
        >
          {t('snList.template')}
        </Button>
      </Group>
    </>
  );
}

function ByHand({ onEntered }: Props) {
  const { t } = useTranslation();
  const [model, setModel] = useState('');
  const [typed, setTyped] = useState('');
  const products = useCall('product/list', { page: { size: 200 }, sort: [{ field: 'name' }] });
  const enter = useChange('product/sn/create', INVALIDATED);
  const numbers = typed
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((sn) => sn !== '');
  const invalid = numbers.filter((sn) => !SERIAL_NUMBER.test(sn));
  const choices = (products.data?.list ?? []).map((product) => ({ value: String(product.model), label: product.name }));
  const chosen = model || (choices[0]?.value ?? '');
  const onScanned = (read: readonly string[]): Outcome[] => {
    const added = read.filter((sn) => !numbers.includes(sn));
    setTyped([...numbers, ...added].join('\n'));
    return read.map((sn) =>
      added.includes(sn) ? { tone: 'ok', text: t('scan.added') } : { tone: 'warning', text: t('scan.repeated') },
    );
  };
  const productName = choices.find(({ value }) => value === chosen)?.label ?? '';
  const isReady = chosen !== '' && numbers.length > 0 && numbers.length <= MAX_BY_HAND && invalid.length === 0;
  return (
    <>
      <Choice label={t('snList.product')} value={chosen} choices={choices} onChange={setModel} isInPanel />
      <Textarea
        label={t('snList.numbers')}
        description={t('snList.numbersText', { most: MAX_BY_HAND })}
        inputWrapperOrder={WRAPPER_ORDER}
        autosize
        minRows={4}
        maxRows={12}
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={invalid.length > 0 && t('snList.bad', { list: invalid.slice(0, 5).join(', ') })}
      />
      {enter.error && <Notice kind="error">{messageOf(enter.error, t)}</Notice>}
      <Group justify="space-between">
        <ScanButton
          leftSection={<IconCamera size={18} stroke={1.75} aria-hidden />}
          onNumbers={onScanned}
          onRemove={(sn) => setTyped(numbers.filter((each) => each !== sn).join('\n'))}
          checkOf={() => ({ product: productName, refusal: '' })}
        >
          {t('snList.scan')}
        </ScanButton>
        <Button
          disabled={!isReady}
          loading={enter.isPending}
          onClick={() => enter.mutate({ model: Number(chosen), sn: numbers }, { onSuccess: onEntered })}
        >
          {t('snList.check')}
        </Button>
      </Group>
    </>
  );
}
