// Form of a product: values, rules and request.
import { productCreate } from '@heliograph/contract/calls/product/create.ts';
import type { Request, Response } from '@heliograph/contract/calls.ts';
import type { ProductKind } from '@heliograph/contract/products.ts';
import { contractRules } from '../../../components/form/contractRules.ts';
import { type Amount, isAmount } from '../../../format/parseAmount.ts';

export type Detail = Response<'product/detail'>;
export type Product = NonNullable<Detail['product']>;
export type Parameter = Product['parameters'][number];
export type ProductFunction = Product['functions'][number];

export interface ProductForm {
  name: string;
  model: Amount;
  kind: ProductKind | '';
  inputs: Amount;
  ratedPowerW: Amount;
  phases: '1' | '3';
  /** '' for devices that report rows of values by name. */
  profile: string;
  remark: string;
}

export const EMPTY: ProductForm = {
  name: '',
  model: '',
  kind: '',
  inputs: '',
  ratedPowerW: '',
  phases: '1',
  profile: '',
  remark: '',
};

export const formOf = (product: Product): ProductForm => ({
  name: product.name,
  model: product.model,
  kind: product.kind,
  inputs: product.inputs,
  ratedPowerW: product.ratedPowerW || '',
  phases: product.phases === 3 ? '3' : '1',
  profile: product.profile ?? '',
  remark: product.remark,
});

export interface Rows {
  functions: ProductFunction[];
  parameters: Parameter[];
}

export function wireOf(form: ProductForm, { functions, parameters }: Rows): Request<'product/create'> {
  return {
    name: form.name,
    model: form.model === '' ? undefined : form.model,
    // The rules require a kind before the form is sent.
    kind: form.kind as ProductKind,
    inputs: form.inputs === '' ? 0 : form.inputs,
    ratedPowerW: form.ratedPowerW === '' ? 0 : form.ratedPowerW,
    phases: form.phases,
    profile: form.profile === '' ? null : form.profile,
    remark: form.remark,
    functions,
    parameters,
  };
}

const NO_ROWS: Rows = { functions: [], parameters: [] };
export const rules = contractRules<ProductForm>(productCreate.request, {
  empty: EMPTY,
  wireOf: (form) => wireOf(form, NO_ROWS),
});

/** Fault of a field of a parameter. */
export type ParameterFault = 'name' | 'taken' | 'range' | 'default' | 'step' | 'need';
export interface ParameterDraft extends Omit<Parameter, 'min' | 'max' | 'step' | 'default'> {
  min: Amount;
  max: Amount;
  step: Amount;
  default: Amount;
}
export type ParameterFaults = Partial<Record<keyof ParameterDraft, ParameterFault>>;

export const NEW_PARAMETER: ParameterDraft = {
  name: '',
  title: '',
  group: 'voltage',
  unit: 'V',
  min: '',
  max: '',
  step: '',
  default: '',
  isProtected: true,
  isVerified: false,
};

export const parameterDraft = (parameter: Parameter): ParameterDraft => ({
  ...parameter,
  default: parameter.default ?? '',
});

/** Returns the faults of a draft by field; `usedNames` are the names of the other rows. */
export function faultsOf(draft: ParameterDraft, usedNames: readonly string[]): ParameterFaults {
  const { name, title, min, max, step } = draft;
  const faults: ParameterFaults = {};
  if (!/^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(name)) faults.name = 'name';
  else if (usedNames.includes(name)) faults.name = 'taken';
  if (title.trim() === '') faults.title = 'need';
  for (const field of ['min', 'max', 'step'] as const) if (!isAmount(draft[field])) faults[field] = 'need';
  if (step !== '' && step < 0.001) faults.step = 'step';
  if (min !== '' && max !== '' && max < min) faults.max = 'range';
  const defaultValue = draft.default;
  const isOutside = (value: number) => (min !== '' && value < min) || (max !== '' && value > max);
  if (defaultValue !== '' && (!isAmount(defaultValue) || isOutside(defaultValue))) faults.default = 'default';
  return faults;
}

/** Converts a draft without faults. */
export const parameterOf = (draft: ParameterDraft): Parameter => ({
  ...draft,
  title: draft.title.trim(),
  min: Number(draft.min),
  max: Number(draft.max),
  step: Number(draft.step),
  default: draft.default === '' ? null : draft.default,
});
