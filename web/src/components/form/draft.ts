// Drafts of unfinished forms, stored in the browser per user and form until they are sent or discarded.
import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { KEYS, store, storedJson } from '../../session/storage.ts';

const SAVE_AFTER_MS = 400;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const keyOf = (form: string, uid: number | undefined): string => `${uid ?? 0}:${form}`;

function readDrafts(): Record<string, unknown> {
  const value = storedJson(KEYS.formDrafts);
  return isRecord(value) ? value : {};
}

/** Returns the stored draft unchecked; the caller validates its shape. */
export const storedDraft = (form: string, uid: number | undefined): unknown => readDrafts()[keyOf(form, uid)];

/** Stores a draft; null removes it. */
export function storeDraft(form: string, uid: number | undefined, draft: object | null): void {
  const drafts = readDrafts();
  if (draft) drafts[keyOf(form, uid)] = draft;
  else delete drafts[keyOf(form, uid)];
  store(KEYS.formDrafts, Object.keys(drafts).length === 0 ? null : JSON.stringify(drafts));
}

/** Returns the sample with the stored values that have its shape; the other values stay as in the sample. */
export function shaped<T extends object>(sample: T, value: unknown): T {
  if (!isRecord(value)) return { ...sample };
  const entries = Object.entries(sample).map(([key, initial]) => {
    const stored = value[key];
    const isAmount = initial === '' && typeof stored === 'number';
    const isList = Array.isArray(initial)
      ? Array.isArray(stored) && stored.every((each) => typeof each === 'string')
      : !Array.isArray(stored);
    return [key, isAmount || (typeof stored === typeof initial && isList) ? stored : initial];
  });
  return Object.fromEntries(entries) as T;
}

/** Calls `save` shortly after input, when `save` itself changes, and at once when the page is left; null saves nothing. */
export function useStoredDraft<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  save: ((values: Form) => void) | null,
): void {
  /** Saves the input that is not saved yet. */
  const pending = useRef<(() => void) | null>(null);
  useEffect(() => {
    const saveNow = () => pending.current?.();
    window.addEventListener('pagehide', saveNow);
    return () => {
      window.removeEventListener('pagehide', saveNow);
      saveNow();
    };
  }, []);
  useEffect(() => {
    pending.current = null;
    if (!save) return;
    let timer: ReturnType<typeof setTimeout>;
    const scheduleSave = (values: Form) => {
      clearTimeout(timer);
      pending.current = () => {
        clearTimeout(timer);
        pending.current = null;
        save(values);
      };
      timer = setTimeout(pending.current, SAVE_AFTER_MS);
    };
    scheduleSave(form.getValues());
    const stop = form.subscribe({ formState: { values: true }, callback: ({ values }) => scheduleSave(values) });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [form, save]);
}
