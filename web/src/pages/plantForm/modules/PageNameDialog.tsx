// Dialog that names a new module page or renames an existing one.
import { deviceModulesPageAdd } from '@heliograph/contract/calls/device/modules/page/add.ts';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { contractRules } from '../../../components/form/contractRules.ts';
import { Form, FormEnd } from '../../../components/form/Form.tsx';
import { fieldsOf } from '../../../components/form/fields.tsx';
import { useFormFrame } from '../../../components/form/useFormFrame.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import { useModulePageChange } from './changes.ts';
import type { ModulePage } from './ModulePages.tsx';

interface PageForm {
  name: string;
}

const { TextField } = fieldsOf<PageForm>();
const rules = contractRules<PageForm>(deviceModulesPageAdd.request, { empty: { name: '' } });

interface Props {
  sid: string;
  /** Null: a new page. */
  page: ModulePage | null;
  onClose: () => void;
  onAdded: (page: number) => void;
}

export function PageNameDialog({ sid, page, onClose, onAdded }: Props) {
  const { t } = useTranslation();
  const add = useModulePageChange('device/modules/page/add');
  const edit = useModulePageChange('device/modules/page/edit');
  const frame = useFormFrame<PageForm>({
    start: { name: page?.name ?? '' },
    rules,
    refusedAt: { modulePageTaken: 'name', tooManyModulePages: 'name' },
    send: async ({ name }) => {
      if (page) await edit.mutateAsync({ sid, page: page.page, name });
      else onAdded((await add.mutateAsync({ sid, name })).page);
      toastDone(t('saved.saved'));
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={page ? t('modulePages.renameTitle', { name: page.name }) : t('modulePages.add')}
    >
      <Form frame={frame} guard="lost">
        <Stack gap="md">
          <TextField name="name" label={t('modulePages.name')} description={t('modulePages.nameText')} />
          <FormEnd frame={frame} onCancel={onClose} />
        </Stack>
      </Form>
    </Dialog>
  );
}
