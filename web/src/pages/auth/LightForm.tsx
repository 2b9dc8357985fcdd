// Small form without the form library, so that the sign-in page does not wait for it; same fields and messages.
import { createContext, type FormEvent, type ReactNode, use, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { type FieldState, FormContext } from '../../components/form/formContext.ts';
import type { Fault, Faults, Rules } from '../../components/form/rules.ts';

interface Values {
  value: Record<string, string>;
  set: (name: string, value: string) => void;
  error: (name: string) => string | undefined;
}
const LightContext = createContext<Values | null>(null);

function useLightField(name: string): FieldState {
  const form = use(LightContext)!;
  return {
    value: form.value[name] ?? '',
    onChange: (value) => form.set(name, String(value)),
    onBlur: () => undefined,
    ref: () => undefined,
    error: form.error(name),
  };
}

export interface LightFrame<Form extends Record<string, string>> {
  values: Form;
  context: Values;
  rules: Rules<Form>;
  failure: string | null;
  isSending: boolean;
  /** Validates and sends the typed values, or `given` instead. */
  submit: (given?: Form) => Promise<void>;
  /** Validates only the named fields and passes the values to `work`. */
  submitFields: (names: readonly (keyof Form)[], work: (values: Form) => Promise<unknown>) => Promise<void>;
  /** Runs a call other than the form's; if it returns `false`, the form is enabled again. */
  run: (work: () => Promise<unknown>) => Promise<void>;
}

export function useLightForm<Form extends Record<string, string>>(
  start: Form,
  rules: Rules<Form>,
  send: (values: Form) => Promise<unknown>,
  firstFailure: string | null = null,
): LightFrame<Form> {
  const { t } = useTranslation();
  const [values, setValues] = useState(start);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState(firstFailure);
  const [isSending, setSending] = useState(false);
  const submit = async (given = values) => {
    const newFaults = rules.faults(given);
    setFaults(newFaults);
    if (Object.keys(newFaults).length === 0) await run(() => send(given));
  };
  const submitFields: LightFrame<Form>['submitFields'] = async (names, work) => {
    const newFaults = Object.fromEntries(Object.entries(rules.faults(values)).filter(([name]) => names.includes(name)));
    setFaults(newFaults);
    if (Object.keys(newFaults).length === 0) await run(() => work(values));
  };
  const run = async (work: () => Promise<unknown>) => {
    setSending(true);
    setFailure(null);
    try {
      if ((await work()) === false) setSending(false);
    } catch (error) {
      setFailure(messageOf(error, t));
      setSending(false);
    }
  };
  const context: Values = {
    value: values,
    set: (name, value) => {
      setValues((previous) => ({ ...previous, [name]: value }));
      // Removes a fault once it is corrected; new faults appear on submit only.
      if (faults[name]) setFaults(withFault(faults, name, rules.faults({ ...values, [name]: value })[name]));
    },
    error: (name) => {
      const fault = faults[name];
      return fault && t(`validation.${fault.type}`, { min: fault.min });
    },
  };
  return { values, context, rules, failure, isSending, submit, submitFields, run };
}

function withFault(faults: Faults, name: string, fault: Fault | undefined): Faults {
  const { [name]: _, ...others } = faults;
  return fault ? { ...others, [name]: fault } : others;
}

interface Props<Form extends Record<string, string>> {
  frame: LightFrame<Form>;
  className?: string;
  children: ReactNode;
}

export function LightForm<Form extends Record<string, string>>({ frame, className, children }: Props<Form>) {
  const { rules, context } = frame;
  const fields = useMemo(() => ({ useField: useLightField, required: rules.required }), [rules]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void frame.submit();
  };
  return (
    <FormContext value={fields}>
      <LightContext value={context}>
        <form className={className} onSubmit={send} noValidate>
          {children}
        </form>
      </LightContext>
    </FormContext>
  );
}
