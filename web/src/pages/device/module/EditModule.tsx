// Edits a module: its panel, its orientation where it differs from that of its device, and its page, an existing or a new one.

import { deviceModulesEdit } from '@heliograph/contract/calls/device/modules/edit.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { peakUnit } from '@heliograph/contract/peakUnit.ts';
import { SimpleGrid, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall, useChange } from '../../../api/useCall.ts';
import { contractRules } from '../../../components/form/contractRules.ts';
import { Form, FormEnd } from '../../../components/form/Form.tsx';
import { type Amount, fieldsOf } from '../../../components/form/fields.tsx';
import { useFormFrame } from '../../../components/form/useFormFrame.ts';
import { locale } from '../../../i18n/language.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toastDone } from '../../../ui/toast.tsx';

/** Fields that both pages and lists of modules provide. */
type Module = Pick<
  Response<'device/modules/statistics/overview'>,
  | ('sid' | 'sn' | 'addr' | 'plcSN' | 'own' | 'label' | 'page' | 'product' | 'peakPower')
  | ('stringNumber' | 'tilt' | 'azimuth' | 'orientation' | 'byZone')
>;

interface ModuleForm {
  label: string;
  /** Number of the page as text; "" for none. */
  page: string;
  newPage: string;
  product: string;
  peakPower: Amount;
  stringNumber: Amount;
  tilt: Amount;
  azimuth: Amount;
  orientation: string;
}

const EMPTY: ModuleForm = {
  label: '',
  page: '',
  newPage: '',
  product: '',
  peakPower: '',
  stringNumber: '',
  tilt: '',
  azimuth: '',
  orientation: '',
};

const { AmountField, ChoiceField, TextField } = fieldsOf<ModuleForm>();
const orNull = <Value,>(value: Value | ''): Value | null => (value === '' ? null : value);
const fieldsFrom = ({ label, product, peakPower, stringNumber, tilt, azimuth, orientation }: ModuleForm) => ({
  label,
  product,
  peakPower: orNull(peakPower),
  stringNumber: orNull(stringNumber),
  tilt: orNull(tilt),
  azimuth: orNull(azimuth),
  orientation: orNull(orientation) as Module['orientation'],
});
/** Rules of one list element of the request, so that each fault has its field. */
const rules = contractRules<ModuleForm>(deviceModulesEdit.request.shape.list.element, {
  empty: EMPTY,
  wireOf: (form) => ({ input: 1, ...fieldsFrom(form) }),
});

export default function EditModule({ module, onClose }: { module: Module; onClose: () => void }) {
  const { t } = useTranslation();
  const { sid, sn, addr, own, byZone } = module;
  // The zone determines the orientation; the module's own values of it are not changed.
  const hasZone = byZone.length > 0;
  const pages = useCall('device/modules/page', { sid });
  const invalidates = [
    ...(['device/modules', 'device/modules/statistics/overview', 'device/modules/page'] as const),
    ...(['site/modules', 'site/modules/page'] as const),
    // A new orientation changes its neighbours.
    'device/modules/statistics/echarts' as const,
  ];
  const edit = useChange('device/modules/edit', invalidates);
  const addPage = useChange('device/modules/page/add', invalidates);
  const move = useChange('device/modules/move/batch', invalidates);
  const ownValue = <Name extends (typeof own)[number]>(name: Name) => (own.includes(name) ? (module[name] ?? '') : '');
  const frame = useFormFrame<ModuleForm>({
    start: {
      label: module.label,
      page: module.page === 0 ? '' : String(module.page),
      newPage: '',
      product: module.product,
      peakPower: module.peakPower ?? '',
      stringNumber: ownValue('stringNumber') as Amount,
      tilt: ownValue('tilt') as Amount,
      azimuth: ownValue('azimuth') as Amount,
      orientation: String(ownValue('orientation')),
    },
    rules,
    refusedAt: { modulePageTaken: 'newPage', tooManyModulePages: 'newPage' },
    send: async (form) => {
      const name = form.newPage.trim();
      const page = name === '' ? Number(form.page || 0) : (await addPage.mutateAsync({ sid, name })).page;
      const { tilt, azimuth, orientation, ...fields } = fieldsFrom(form);
      const orientationFields = hasZone ? {} : { tilt, azimuth, orientation };
      await edit.mutateAsync({ sid, sn, list: [{ input: addr, ...fields, ...orientationFields }] });
      if (page !== module.page) await move.mutateAsync({ sid, page, list: [{ sn, input: addr }] });
      toastDone(t('saved.saved'));
      onClose();
    },
  });
  const pageChoices = (pages.data?.list ?? []).map(({ page, name }) => ({ value: String(page), label: name }));
  return (
    <Dialog opened onClose={onClose} title={t('module.editTitle', { number: module.plcSN })} size={560}>
      <Form frame={frame} guard="lost">
        <Stack gap="md">
          <TextField name="label" label={t('module.label')} />
          <SimpleGrid cols={2} spacing="sm">
            <ChoiceField name="page" label={t('module.page')} choices={pageChoices} mayBeEmpty />
            <TextField name="newPage" label={t('module.newPage')} />
            <TextField name="product" label={t('module.product')} />
            <AmountField name="peakPower" label={t('module.peakPower')} unit={peakUnit('Wp', locale)} digits={1} />
          </SimpleGrid>
          <p className="muted">{t(hasZone ? 'module.zoneText' : 'module.placeText')}</p>
          <SimpleGrid cols={2} spacing="sm">
            <AmountField name="stringNumber" label={t('device.stringNumber')} unit="" digits={0} />
            {!hasZone && (
              <>
                <AmountField name="tilt" label={t('device.tilt')} unit="°" digits={1} />
                <AmountField name="azimuth" label={t('device.azimuth')} unit="°" digits={1} />
                <ChoiceField
                  name="orientation"
                  label={t('module.orientation')}
                  choices={(['portrait', 'landscape'] as const).map((value) => ({
                    value,
                    label: t(`module.orientations.${value}`),
                  }))}
                  mayBeEmpty
                />
              </>
            )}
          </SimpleGrid>
          <FormEnd frame={frame} onCancel={onClose} />
        </Stack>
      </Form>
    </Dialog>
  );
}
