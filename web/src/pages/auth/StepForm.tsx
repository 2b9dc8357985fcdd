// Form of a step after the password: focuses its first field and leads back to the first step.
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';
import { LightForm, type LightFrame } from './LightForm.tsx';
import classes from './SignInPage.module.css';

interface Props<Form extends Record<string, string>> {
  frame: LightFrame<Form>;
  head: ReactNode;
  text: string;
  /** Alternative to the form, below its submit button. */
  alternative?: ReactNode;
  onBack: () => void;
  /** Form fields. */
  children: ReactNode;
}

export function StepForm<Form extends Record<string, string>>(props: Props<Form>) {
  const { frame, head, text, alternative, onBack, children } = props;
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={box}>
      <LightForm frame={frame} className={classes.form}>
        <div className={classes.brand}>
          {head}
          <p>{text}</p>
        </div>
        {children}
        {frame.failure && <Notice kind="error">{frame.failure}</Notice>}
        <Button type="submit" size="md" fullWidth loading={frame.isSending}>
          {t('signIn.submit')}
        </Button>
        {alternative}
        <Button variant="subtle" size="md" fullWidth disabled={frame.isSending} onClick={onBack}>
          {t('secondStep.back')}
        </Button>
      </LightForm>
    </div>
  );
}
