// Unfinished forms, kept in this browser per user and form until they are sent or started over.
import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { KEYS, store, storedJson } from '../../session/storage.ts';

const SAVE_AFTER_MS = 400;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const keyOf = (form: string, uid: number | undefined): string => `${uid ?? 0}:${form}`;

function all(): Record<string, unknown> {
  const value = storedJson(KEYS.formDrafts);
  return isRecord(value) ? value : {};
}

/** As it was stored: whoever reads it takes what has the right shape. */
export const storedDraft = (form: string, uid: number | undefined): unknown => all()[keyOf(form, uid)];

/** Null forgets it. */
export function storeDraft(form: string, uid: number | undefined, draft: object | null): void {
  const drafts = all();
  if (draft) drafts[keyOf(form, uid)] = draft;
  else delete drafts[keyOf(form, uid)];
  store(KEYS.formDrafts, Object.keys(drafts).length === 0 ? null : JSON.stringify(drafts));
}

/** Takes from what was stored only what has the shape of the sample; the rest stays as in the sample. */
export function shaped<T extends object>(sample: T, value: unknown): T {
  if (!isRecord(value)) return { ...sample };
  const fits = Object.entries(sample).map(([key, usual]) => {
    const stored = value[key];
    const isAmount = usual === '' && typeof stored === 'number';
    const isList = Array.isArray(usual)
      ? Array.isArray(stored) && stored.every((each) => typeof each === 'string')
      : !Array.isArray(stored);
    return [key, isAmount || (typeof stored === typeof usual && isList) ? stored : usual];
  });
  return Object.fromEntries(fits) as T;
}

/** Calls `keep` a moment after something was typed, when `keep` itself changes, and at once when the page is left; null keeps nothing. */
export function useKeepsDraft<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  keep: ((values: Form) => void) | null,
): void {
  /** What is typed and not kept yet. */
  const pending = useRef<(() => void) | null>(null);
  useEffect(() => {
    const now = () => pending.current?.();
    window.addEventListener('pagehide', now);
    return () => {
      window.removeEventListener('pagehide', now);
      now();
    };
  }, []);
  useEffect(() => {
    pending.current = null;
    if (!keep) return;
    let timer: ReturnType<typeof setTimeout>;
    const later = (values: Form) => {
      clearTimeout(timer);
      pending.current = () => {
        clearTimeout(timer);
        pending.current = null;
        keep(values);
      };
      timer = setTimeout(pending.current, SAVE_AFTER_MS);
    };
    later(form.getValues());
    const stop = form.subscribe({ formState: { values: true }, callback: ({ values }) => later(values) });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [form, keep]);
}
