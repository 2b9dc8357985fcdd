import { type FormEvent, type ReactNode, use, useMemo } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { FormContext } from './formContext.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { type FormFrame, useFieldOfForm } from './useFormFrame.ts';

interface Props<Form extends FieldValues> {
  frame: FormFrame<Form>;
  className?: string;
  /** Replaces validation and submission, for the steps of a wizard. */
  onSubmit?: () => void;
  /** Asks before the page is left with unsaved input; `kept`: the browser stores it as a draft. */
  guard?: 'lost' | 'kept';
  /** Something outside the form's fields has changed, such as a list of devices next to it. */
  hasOtherChanges?: boolean;
  children: ReactNode;
}

export function Form<Form extends FieldValues>({
  frame,
  className,
  onSubmit,
  guard,
  hasOtherChanges = false,
  children,
}: Props<Form>) {
  const { form, rules, submit } = frame;
  const context = useMemo(() => ({ useField: useFieldOfForm, required: rules.required }), [rules]);
  const send = (event: FormEvent) => {
    if (!onSubmit) return void submit(event);
    event.preventDefault();
    onSubmit();
  };
  return (
    <FormProvider {...form}>
      <FormContext value={context}>
        <form className={className} noValidate onSubmit={send}>
          {children}
        </form>
        {guard && (form.formState.isDirty || hasOtherChanges) && <LeaveGuard isKept={guard === 'kept'} />}
      </FormContext>
    </FormProvider>
  );
}

/** Explains the asterisks of a form that has some. */
export function RequiredNote() {
  const { t } = useTranslation();
  return use(FormContext)?.required.length ? <p className="muted">{t('form.required')}</p> : null;
}

/** Error that belongs to no field, shown above the buttons. */
export function FormFailure({ failure }: { failure: string | null }) {
  return failure === null ? null : <Notice kind="error">{failure}</Notice>;
}

/** The end of a form in a dialog: error, Cancel and Save. `submit` replaces the label Save; `color` is red for an irreversible action. */
export function FormEnd<Values extends FieldValues>({
  frame,
  onCancel,
  submit,
  color,
}: {
  frame: FormFrame<Values>;
  onCancel: () => void;
  submit?: string;
  color?: string;
}) {
  const { t } = useTranslation();
  return (
    <>
      <RequiredNote />
      <FormFailure failure={frame.failure} />
      <DialogButtons onCancel={onCancel} color={color} loading={frame.form.formState.isSubmitting}>
        {submit ?? t('common.save')}
      </DialogButtons>
    </>
  );
}
