// Form of a document: a new one with its file, a next version, or the facts of an existing one.
import { DOCUMENT_ENDINGS, DOCUMENT_LANGUAGES } from '@heliograph/contract/documents.ts';
import { MAX_DOCUMENT_MODELS } from '@heliograph/contract/limits.ts';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { Form, FormFailure } from '../../../components/form/Form.tsx';
import { fieldsOf } from '../../../components/form/fields.tsx';
import { useFormFrame } from '../../../components/form/useFormFrame.ts';
import { links } from '../../../links.ts';
import { Card } from '../../../ui/Card.tsx';
import { toastDone, toastFailed } from '../../../ui/toast.tsx';
import { UploadFile } from '../upload/UploadFile.tsx';
import { UploadProgress } from '../upload/UploadProgress.tsx';
import { isDiscarded, isTooLarge } from '../upload/uploads.ts';
import { useUpload } from '../upload/useUpload.ts';
import { type DocumentDetail, type DocumentForm, EMPTY, formOf, rules, titleOf } from './documentForm.ts';
import classes from './documents.module.css';
import { MultiSelectField } from './MultiSelectField.tsx';
import { languageChoices } from './words.ts';

const { TextField } = fieldsOf<DocumentForm>();
const INVALIDATED = ['configuration/documentation/list', 'configuration/documentation/detail', 'product/list'] as const;

interface Props {
  /** Document to edit; undefined for a new one. */
  document?: DocumentDetail;
  /** Document of which this is the next version. */
  previous?: DocumentDetail | undefined;
  /** Product from whose page the user came. */
  model?: number | undefined;
  /** Button that deletes the document. */
  deleteButton?: ReactNode;
}

type NamedProduct = Pick<DocumentDetail['products'][number], 'model' | 'name'>;

/** Products that the user may list, then those of the document that the user may not list. */
const productChoices = (listed: readonly NamedProduct[], assigned: readonly NamedProduct[]): NamedProduct[] => [
  ...listed,
  ...assigned.filter((one) => !listed.some((row) => row.model === one.model)),
];

/** Initial values: those of the document, of the version it replaces, or empty. */
function startOf(document: Props['document'], previous: Props['previous'], model: number | undefined): DocumentForm {
  if (document) return formOf(document);
  return previous
    ? { ...formOf(previous), version: '', fileName: '' }
    : { ...EMPTY, models: model === undefined ? [] : [String(model)] };
}

export function DocumentEditor({ document, previous, model, deleteButton }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const announce = useChange('configuration/documentation/announce', INVALIDATED);
  const upload = useUpload('document');
  const edit = useChange('configuration/documentation/edit', INVALIDATED);
  const products = useCall('product/list', { page: { size: 200 }, sort: [{ field: 'name' }] });
  const frame = useFormFrame<DocumentForm>({
    start: startOf(document, previous, model),
    rules,
    refusedAt: { documentType: 'fileName', documentUnreadable: 'fileName' },
    send: async (form) => {
      const facts = { title: form.title, version: form.version, languages: form.languages, models: form.models };
      if (document) {
        await edit.mutateAsync({ ...facts, id: document.id, revision: document.revision });
        toastDone(t('saved.saved'));
        frame.form.reset(form);
        return;
      }
      if (!file || isTooLarge('document', file)) return;
      const next = previous ? { replaces: previous.id } : {};
      const { fileSum } = await import('../upload/fileSum.ts');
      const sha256 = await fileSum(file);
      const { id } = await announce.mutateAsync({
        ...facts,
        ...next,
        fileName: form.fileName,
        bytes: file.size,
        sha256,
      });
      try {
        await upload.send(id, file, 0);
        toastDone(t('saved.saved'));
      } catch (error) {
        if (isDiscarded('document', error)) throw error;
        // The upload can be resumed on the document's page.
        toastFailed(messageOf(error, t));
      }
      frame.form.reset(form);
      void navigate({ ...links.document(id), replace: true, ignoreBlocker: true });
    },
  });
  const { isDirty, isSubmitting, errors } = frame.form.formState;
  const selectFile = (chosen: File) => {
    setFile(chosen);
    frame.form.setValue('fileName', chosen.name, { shouldDirty: true, shouldValidate: true });
    if (frame.form.getValues('title') === '') frame.form.setValue('title', titleOf(chosen.name), { shouldDirty: true });
  };
  const choices = productChoices(products.data?.list ?? [], (document ?? previous)?.products ?? []);
  return (
    <Form frame={frame} className={classes.stack} guard="lost">
      <Card title={t('documentation.facts')}>
        <div className={classes.fields}>
          {!document && (
            <UploadFile
              kind="document"
              file={file}
              onFile={selectFile}
              accept={DOCUMENT_ENDINGS.map((ending) => `.${ending}`).join(',')}
              failure={errors.fileName?.message}
            />
          )}
          <FactFields choices={choices} />
        </div>
      </Card>
      {upload.sent !== null && file && <UploadProgress sent={upload.sent} bytes={file.size} />}
      <FormFailure failure={frame.failure} />
      <div className={classes.buttons}>
        {deleteButton}
        <Button type="submit" disabled={!isDirty} loading={isSubmitting}>
          {t(document ? 'common.save' : 'documentation.publish')}
        </Button>
      </div>
    </Form>
  );
}

function FactFields({ choices }: { choices: readonly NamedProduct[] }) {
  const { t } = useTranslation();
  return (
    <>
      <TextField name="title" label={t('documentation.name')} />
      <TextField name="version" label={t('documentation.version')} description={t('documentation.versionText')} />
      <MultiSelectField
        name="languages"
        label={t('documentation.languages')}
        choices={languageChoices()}
        max={DOCUMENT_LANGUAGES.length}
      />
      <MultiSelectField
        name="models"
        label={t('documentation.products')}
        description={t('documentation.productsText')}
        choices={choices.map((one) => ({ value: String(one.model), label: one.name }))}
        max={MAX_DOCUMENT_MODELS}
      />
    </>
  );
}
