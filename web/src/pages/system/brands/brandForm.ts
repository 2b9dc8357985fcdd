// Values and rules of the form of a brand.
import { brandUpdate } from '@heliograph/contract/calls/brand/update.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { hasContrast, type Scheme } from '@heliograph/contract/contrast.ts';
import type { BrandFields } from '@heliograph/contract/entities/brand.ts';
import { contractRules } from '../../../components/form/contractRules.ts';
import type { FieldOfError } from '../../../components/form/fieldOfError.ts';
import type { Faults } from '../../../components/form/rules.ts';

export type BrandDetail = Response<'brand/detail'>;
export type BrandForm = BrandFields;

export const ACCENTS = { light: 'accentLight', dark: 'accentDark' } as const satisfies Record<Scheme, keyof BrandForm>;
export const SCHEMES: readonly Scheme[] = ['light', 'dark'];

const EMPTY: BrandForm = {
  code: '',
  name: '',
  companyName: '',
  companyUrl: '',
  copyright: '',
  supportMail: '',
  apiBase: '',
  withLogo: true,
  openRegistration: false,
  sidebar: 'surface',
  accentLight: '',
  accentDark: '',
  mailFrom: '',
  language: 'en',
  appStoreUrl: '',
  playStoreUrl: '',
  privacy: {},
  hosts: [],
};
export const BRAND_FIELDS = Object.keys(EMPTY) as (keyof BrandForm)[];

export const formOf = (brand: BrandDetail): BrandForm =>
  Object.fromEntries(BRAND_FIELDS.map((field) => [field, brand[field]])) as unknown as BrandForm;

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text.trim());

export const rules = contractRules<BrandForm>(brandUpdate.request.omit({ id: true, version: true }), {
  empty: EMPTY,
  also: (form): Faults =>
    Object.fromEntries(
      SCHEMES.filter((scheme) => {
        const color = form[ACCENTS[scheme]];
        return isColor(color) && !hasContrast(color.trim(), scheme);
      }).map((scheme) => [ACCENTS[scheme], { type: 'format' } as const]),
    ),
});

export const REFUSED_AT: FieldOfError<BrandForm> = {
  brandHostTaken: 'hosts',
  brandNameTaken: 'name',
  brandContrast: 'accentLight',
};
