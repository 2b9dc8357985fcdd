// Input for serial numbers: typed, pasted in bulk, or scanned by the camera.
import '../../ui/panelStyles.ts';
import { Button, Textarea } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { type ClipboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ScanButton } from '../../components/scan/ScanButton.tsx';
import type { Outcome, ScanProps } from '../../components/scan/useScanned.ts';
import { parseSerialNumbers } from '../../components/serialNumbers.ts';
import { announce } from '../../ui/announcer.ts';
import { Notice } from '../../ui/Notice.tsx';
import classes from './SerialNumberInput.module.css';

interface Props extends Required<Pick<ScanProps, 'onRemove' | 'checkOf'>> {
  /** Serial numbers already in the list. */
  known: readonly string[];
  onAdd: (serialNumbers: string[]) => void;
  disabled?: boolean;
}

export function SerialNumberInput({ known, onAdd, onRemove, checkOf, disabled }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [rejected, setRejected] = useState<{ bad: string[]; repeated: string[] }>({ bad: [], repeated: [] });

  /** Adds the valid serial numbers; invalid ones stay in the field, to be corrected. */
  const addTyped = (typed: string) => {
    const { good, bad, repeated } = parseSerialNumbers(typed, known);
    setRejected({ bad, repeated });
    setText(bad.join(' '));
    if (good.length === 0) return;
    onAdd(good);
    announce(t('edit.inList', { count: known.length + good.length }));
  };
  /** Adds scanned serial numbers without touching the typed text. */
  const onScanned = (numbers: readonly string[]): Outcome[] => {
    const { good } = parseSerialNumbers(numbers.join(' '), known);
    if (good.length > 0) onAdd(good);
    return numbers.map((sn) =>
      good.includes(sn) ? { tone: 'ok', text: t('scan.added') } : { tone: 'warning', text: t('scan.repeated') },
    );
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (text.trim() !== '' || !/\S[\s,;]+\S/.test(pasted.trim())) return;
    event.preventDefault();
    addTyped(pasted);
  };
  return (
    <div className={classes.input}>
      <Textarea
        label={t('edit.serialNumbers')}
        description={t('edit.serialNumbersText')}
        placeholder={t('edit.serialNumbersExample')}
        autosize
        minRows={2}
        maxRows={8}
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        disabled={disabled}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={onPaste}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          addTyped(text);
        }}
      />
      <div className={classes.buttons}>
        <Button variant="default" disabled={disabled || text.trim() === ''} onClick={() => addTyped(text)}>
          {t('edit.addThem')}
        </Button>
        <ScanButton
          disabled={disabled}
          leftSection={<IconCamera size={18} stroke={1.75} aria-hidden />}
          onNumbers={onScanned}
          onRemove={onRemove}
          checkOf={checkOf}
        >
          {t('edit.scan')}
        </ScanButton>
      </div>
      {rejected.bad.length > 0 && (
        <Notice kind="error">{t('edit.notSerialNumbers', { list: rejected.bad.join(', ') })}</Notice>
      )}
      {rejected.repeated.length > 0 && (
        <Notice kind="warning">{t('edit.repeated', { list: rejected.repeated.join(', ') })}</Notice>
      )}
    </div>
  );
}
