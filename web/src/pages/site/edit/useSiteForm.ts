// The plant form with the contract's rules, its faults in the reader's words.
import { type FieldErrors, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { faultsOf, type SiteField, type SiteForm } from './siteForm.ts';

export function useSiteForm(start: SiteForm, hidden: readonly SiteField[] = []) {
  const { t } = useTranslation();
  return useForm<SiteForm>({
    defaultValues: start,
    mode: 'onTouched',
    resolver: (values) => {
      const faults = Object.entries(faultsOf(values, hidden));
      if (faults.length === 0) return { values, errors: {} };
      const errors = Object.fromEntries(
        faults.map(([name, type]) => [name, { type, message: t(`validation.${type}`) }]),
      );
      return { values: {}, errors: errors as FieldErrors<SiteForm> };
    },
  });
}
