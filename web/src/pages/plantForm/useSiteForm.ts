// The plant form with the contract's rules; server errors about a field are shown at that field.
import type { FieldOfError } from '../../components/form/fieldOfError.ts';
import { useFormFrame } from '../../components/form/useFormFrame.ts';
import { rulesFor, type SiteForm } from './siteForm.ts';

export const REFUSED_AT: FieldOfError<SiteForm> = {
  unknownCountry: 'countryCode',
  unknownTimezone: 'timezone',
  unknownCurrency: 'currency',
};

export const useSiteForm = (start: SiteForm, showsMoney: boolean, send: (values: SiteForm) => Promise<unknown>) =>
  useFormFrame({ start, rules: rulesFor(showsMoney), send, refusedAt: REFUSED_AT });
