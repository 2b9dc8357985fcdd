// Takes serial numbers as they come: typed, pasted many at once, or read by the camera.
import '../../ui/panelStyles.ts';
import { Button, Textarea } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { type ClipboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ScanButton } from '../../components/scan/ScanButton.tsx';
import type { Outcome } from '../../components/scan/useScanned.ts';
import { parseSerialNumbers } from '../../components/serialNumbers.ts';
import { Notice } from '../../ui/Notice.tsx';
import classes from './SerialNumberInput.module.css';

interface Props {
  /** Those that are there already. */
  known: readonly string[];
  onAdd: (serialNumbers: string[]) => void;
  disabled?: boolean;
}

export function SerialNumberInput({ known, onAdd, disabled }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [told, setTold] = useState<{ bad: string[]; repeated: string[] }>({ bad: [], repeated: [] });

  /** What is no serial number stays in the field, to be corrected. */
  const take = (typed: string) => {
    const { good, bad, repeated } = parseSerialNumbers(typed, known);
    setTold({ bad, repeated });
    setText(bad.join(' '));
    if (good.length > 0) onAdd(good);
  };
  /** What is typed meanwhile stays. */
  const scanned = (numbers: readonly string[]): Outcome[] => {
    const { good } = parseSerialNumbers(numbers.join(' '), known);
    if (good.length > 0) onAdd(good);
    return numbers.map((sn) =>
      good.includes(sn) ? { tone: 'ok', text: t('scan.added') } : { tone: 'warning', text: t('scan.repeated') },
    );
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (text.trim() !== '' || !/\S[\s,;]+\S/.test(pasted.trim())) return;
    event.preventDefault();
    take(pasted);
  };
  return (
    <div className={classes.input}>
      <Textarea
        label={t('edit.serialNumbers')}
        description={t('edit.serialNumbersText')}
        placeholder="31583078 32B1E9A5"
        autosize
        minRows={2}
        maxRows={8}
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        disabled={disabled}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={paste}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          take(text);
        }}
      />
      <div className={classes.buttons}>
        <Button variant="default" disabled={disabled || text.trim() === ''} onClick={() => take(text)}>
          {t('edit.addThem')}
        </Button>
        <ScanButton
          disabled={disabled}
          leftSection={<IconCamera size={18} stroke={1.75} aria-hidden />}
          onNumbers={scanned}
        >
          {t('edit.scan')}
        </ScanButton>
      </div>
      {told.bad.length > 0 && <Notice kind="error">{t('edit.notSerialNumbers', { list: told.bad.join(', ') })}</Notice>}
      {told.repeated.length > 0 && (
        <Notice kind="warning">{t('edit.repeated', { list: told.repeated.join(', ') })}</Notice>
      )}
    </div>
  );
}
