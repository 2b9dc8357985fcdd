// Form of a new firmware: values, rules and request.
import { configurationOtaCreate } from '@heliograph/contract/calls/configuration/ota/create.ts';
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { contractRules } from '../../../components/form/contractRules.ts';

export type FirmwareDetail = Response<'configuration/ota/detail'>['firmware'];

export interface FirmwareForm {
  versionName: string;
  /** Model code. */
  model: string;
  hardware: string;
  description: string;
  signature: string;
  /** '' until a file is selected. */
  fileName: string;
  isForced: boolean;
}

export const EMPTY: FirmwareForm = {
  versionName: '',
  model: '',
  hardware: '',
  description: '',
  signature: '',
  fileName: '',
  isForced: false,
};

export const wireOf = (form: FirmwareForm, bytes: number): Request<'configuration/ota/create'> => ({ ...form, bytes });

export const rules = contractRules<FirmwareForm>(configurationOtaCreate.request, {
  empty: EMPTY,
  wireOf: (form) => wireOf(form, 1),
});
