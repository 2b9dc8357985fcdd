// The plant form with the contract's rules, its faults in the reader's words.
import { type FieldErrors, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { faultsOf, type SiteForm } from './siteForm.ts';

export function useSiteForm(start: SiteForm) {
  const { t } = useTranslation();
  return useForm<SiteForm>({
    defaultValues: start,
    mode: 'onTouched',
    resolver: (values) => {
      const faults = Object.entries(faultsOf(values));
      if (faults.length === 0) return { values, errors: {} };
      const errors = Object.fromEntries(
        faults.map(([name, type]) => [name, { type, message: t(`validation.${type}`) }]),
      );
      return { values: {}, errors: errors as FieldErrors<SiteForm> };
    },
  });
}
