// The form of a document: a new one with its file, a next version of one, or what is said of one that is there.
import { DOCUMENT_LANGUAGES } from '@heliograph/contract/documents.ts';
import { MOST_DOCUMENT_MODELS } from '@heliograph/contract/limits.ts';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useChange } from '../../../api/useCall.ts';
import { Form, FormFailure } from '../../../components/form/Form.tsx';
import { fieldsOf } from '../../../components/form/fields.tsx';
import { useFormFrame } from '../../../components/form/useFormFrame.ts';
import { links } from '../../../links.ts';
import { Card } from '../../../ui/Card.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import { type DocumentDetail, type DocumentForm, EMPTY, formOf, rules, titleOf } from './documentForm.ts';
import classes from './documents.module.css';
import { FileField, isTooLarge } from './FileField.tsx';
import { SeveralField } from './SeveralField.tsx';
import { languageChoices } from './words.ts';

const { TextField } = fieldsOf<DocumentForm>();
const SHOWS = ['configuration/documentation/list', 'configuration/documentation/detail', 'product/list'] as const;

interface Props {
  /** Whose words are changed; absent: a new one. */
  document?: DocumentDetail;
  /** Which this is the next version of. */
  before?: DocumentDetail | undefined;
  /** The product from whose page one came. */
  model?: number | undefined;
  onDelete?: () => void;
}

export function DocumentEditor({ document, before, model, onDelete }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const create = useChange('configuration/documentation/create', SHOWS);
  const edit = useChange('configuration/documentation/edit', SHOWS);
  const products = useCall('product/list', { page: { size: 200 }, sort: [{ field: 'name' }] });
  const start = document
    ? formOf(document)
    : before
      ? { ...formOf(before), version: '', fileName: '' }
      : { ...EMPTY, models: model === undefined ? [] : [String(model)] };
  const frame = useFormFrame<DocumentForm>({
    start,
    rules,
    refusedAt: { documentType: 'fileName', documentUnreadable: 'fileName' },
    send: async (form) => {
      const said = { title: form.title, version: form.version, languages: form.languages, models: form.models };
      if (document) {
        await edit.mutateAsync({ ...said, id: document.id, revision: document.revision });
        toastDone(t('saved.saved'));
        frame.form.reset(form);
        return;
      }
      if (!file || isTooLarge(file)) return;
      const bytes = new Uint8Array(await file.arrayBuffer());
      const next = before ? { replaces: before.id } : {};
      const { id } = await create.mutateAsync({ ...said, ...next, fileName: form.fileName, file: bytes });
      toastDone(t('saved.saved'));
      frame.form.reset(form);
      void navigate({ ...links.document(id), replace: true, ignoreBlocker: true });
    },
  });
  const { isDirty, isSubmitting } = frame.form.formState;
  const take = (chosen: File) => {
    setFile(chosen);
    if (frame.form.getValues('title') === '') frame.form.setValue('title', titleOf(chosen.name), { shouldDirty: true });
  };
  // Names of products that are shown to who may not open their list.
  const named = (document ?? before)?.products ?? [];
  const known = products.data?.list ?? [];
  const choices = [...known, ...named.filter((one) => !known.some((row) => row.model === one.model))];
  return (
    <Form frame={frame} className={classes.stack} guard="lost">
      <Card title={t('documentation.facts')}>
        <div className={classes.fields}>
          {!document && <FileField file={file} onFile={take} />}
          <TextField name="title" label={t('documentation.name')} />
          <TextField name="version" label={t('documentation.version')} description={t('documentation.versionText')} />
          <SeveralField
            name="languages"
            label={t('documentation.languages')}
            choices={languageChoices()}
            most={DOCUMENT_LANGUAGES.length}
          />
          <SeveralField
            name="models"
            label={t('documentation.products')}
            description={t('documentation.productsText')}
            choices={choices.map((one) => ({ value: String(one.model), label: one.name }))}
            most={MOST_DOCUMENT_MODELS}
          />
        </div>
      </Card>
      <FormFailure failure={frame.failure} />
      <div className={classes.buttons}>
        {onDelete && (
          <Button variant="default" color="red" onClick={onDelete}>
            {t('common.delete')}
          </Button>
        )}
        <Button type="submit" disabled={!isDirty} loading={isSubmitting}>
          {t(document ? 'common.save' : 'documentation.publish')}
        </Button>
      </div>
    </Form>
  );
}
