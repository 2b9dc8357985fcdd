// The button that opens the camera; the code reader is loaded with the first press.
import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart, preload } from '../../api/loading.ts';
import { addTexts } from '../../i18n/start.ts';
import { openSound } from './sound.ts';
import type { ScanProps } from './useScanned.ts';

const load = async () => (await Promise.all([import('./ScanDialog.tsx'), addTexts(['scan'])]))[0];
const ScanDialog = lazyPart(load);

interface Props extends ScanProps, Pick<ButtonProps, 'size' | 'disabled' | 'leftSection'> {
  /** Accessible name of a button with an icon only. */
  label?: string;
  hint?: string;
  children: ReactNode;
}

export function ScanButton(props: Props) {
  const { onNumbers, isOneByOne = false, onRemove, checkOf, hint, label, children, ...rest } = props;
  const scan = { onNumbers, isOneByOne, onRemove, checkOf, hint };
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        {...rest}
        {...(label !== undefined && { 'aria-label': label, title: label })}
        aria-haspopup="dialog"
        onPointerEnter={() => preload(load)}
        onClick={() => {
          openSound();
          setOpen(true);
        }}
      >
        {children}
      </Button>
      {isOpen && (
        <Suspense>
          <ScanDialog {...scan} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
