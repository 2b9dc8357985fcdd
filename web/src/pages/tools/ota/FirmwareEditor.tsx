// Form of a new firmware: product, signature of its maker, and its file, which is uploaded in chunks.
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { Form, FormFailure } from '../../../components/form/Form.tsx';
import { fieldsOf } from '../../../components/form/fields.tsx';
import { useFormFrame } from '../../../components/form/useFormFrame.ts';
import { links } from '../../../links.ts';
import { Card } from '../../../ui/Card.tsx';
import { toastDone, toastFailed } from '../../../ui/toast.tsx';
import classes from '../documents/documents.module.css';
import { UploadFile } from '../upload/UploadFile.tsx';
import { UploadProgress } from '../upload/UploadProgress.tsx';
import { isDiscarded, isTooLarge } from '../upload/uploads.ts';
import { useUpload } from '../upload/useUpload.ts';
import { EMPTY, type FirmwareForm, rules, wireOf } from './firmwareForm.ts';

const { TextField, RemarkField, ChoiceField } = fieldsOf<FirmwareForm>();

export function FirmwareEditor() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const create = useChange('configuration/ota/create', ['configuration/ota/list']);
  const upload = useUpload('firmware');
  const products = useCall('product/list', { page: { size: 200 }, sort: [{ field: 'name' }] });
  const frame = useFormFrame<FirmwareForm>({
    start: EMPTY,
    rules,
    refusedAt: { firmwareExists: 'versionName', firmwareSignature: 'signature', productNotFound: 'model' },
    send: async (form) => {
      if (!file || isTooLarge('firmware', file)) return;
      const { id } = await create.mutateAsync(wireOf(form, file.size));
      try {
        await upload.send(id, file, 0);
        toastDone(t('saved.saved'));
      } catch (error) {
        if (isDiscarded('firmware', error)) throw error;
        // The upload can be resumed on the firmware's page.
        toastFailed(messageOf(error, t));
      }
      frame.form.reset(form);
      void navigate({ ...links.firmware(id), replace: true, ignoreBlocker: true });
    },
  });
  const { isDirty, isSubmitting, errors } = frame.form.formState;
  const selectFile = (chosen: File) => {
    setFile(chosen);
    frame.form.setValue('fileName', chosen.name, { shouldDirty: true, shouldValidate: true });
  };
  const choices = (products.data?.list ?? []).map(({ model, name }) => ({ value: String(model), label: name }));
  return (
    <Form frame={frame} className={classes.stack} guard="lost">
      <Card title={t('ota.facts')}>
        <div className={classes.fields}>
          <UploadFile kind="firmware" file={file} onFile={selectFile} failure={errors.fileName?.message} />
          <TextField name="versionName" label={t('ota.version')} description={t('ota.versionText')} />
          <ChoiceField name="model" label={t('ota.model')} choices={choices} />
          <TextField name="hardware" label={t('ota.hardware')} description={t('ota.hardwareText')} />
          <TextField name="signature" label={t('ota.signature')} description={t('ota.signatureText')} />
          <RemarkField className={classes.wide} name="description" label={t('ota.description')} />
          <Checkbox
            className={classes.wide}
            label={t('ota.forcedLabel')}
            description={t('ota.forcedText')}
            {...frame.form.register('isForced')}
          />
        </div>
      </Card>
      {upload.sent !== null && file && <UploadProgress sent={upload.sent} bytes={file.size} />}
      <FormFailure failure={frame.failure} />
      <div className={classes.buttons}>
        <Button type="submit" disabled={!isDirty} loading={isSubmitting}>
          {t('upload.upload')}
        </Button>
      </div>
    </Form>
  );
}
