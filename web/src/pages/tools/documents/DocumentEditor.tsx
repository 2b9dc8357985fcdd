// The form of a document: a new one with its file, a next version of one, or what is said of one that is there.
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
import { isDropped, isTooLarge } from '../upload/uploads.ts';
import { useUpload } from '../upload/useUpload.ts';
import { type DocumentDetail, type DocumentForm, EMPTY, formOf, rules, titleOf } from './documentForm.ts';
import classes from './documents.module.css';
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
  /** The button that deletes it. */
  deletes?: ReactNode;
}

type NamedProduct = Pick<DocumentDetail['products'][number], 'model' | 'name'>;

/** Products that one may list, and after them those of the document that one may not. */
const productChoices = (known: readonly NamedProduct[], named: readonly NamedProduct[]): NamedProduct[] => [
  ...known,
  ...named.filter((one) => !known.some((row) => row.model === one.model)),
];

/** Of the document, of the one it replaces, or empty. */
function startOf(document: Props['document'], before: Props['before'], model: number | undefined): DocumentForm {
  if (document) return formOf(document);
  return before
    ? { ...formOf(before), version: '', fileName: '' }
    : { ...EMPTY, models: model === undefined ? [] : [String(model)] };
}

export function DocumentEditor({ document, before, model, deletes }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const announce = useChange('configuration/documentation/announce', SHOWS);
  const upload = useUpload('document');
  const edit = useChange('configuration/documentation/edit', SHOWS);
  const products = useCall('product/list', { page: { size: 200 }, sort: [{ field: 'name' }] });
  const frame = useFormFrame<DocumentForm>({
    start: startOf(document, before, model),
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
      const next = before ? { replaces: before.id } : {};
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
        if (isDropped('document', error)) throw error;
        // Its own page goes on with it.
        toastFailed(messageOf(error, t));
      }
      frame.form.reset(form);
      void navigate({ ...links.document(id), replace: true, ignoreBlocker: true });
    },
  });
  const { isDirty, isSubmitting, errors } = frame.form.formState;
  const take = (chosen: File) => {
    setFile(chosen);
    frame.form.setValue('fileName', chosen.name, { shouldDirty: true, shouldValidate: true });
    if (frame.form.getValues('title') === '') frame.form.setValue('title', titleOf(chosen.name), { shouldDirty: true });
  };
  const choices = productChoices(products.data?.list ?? [], (document ?? before)?.products ?? []);
  return (
    <Form frame={frame} className={classes.stack} guard="lost">
      <Card title={t('documentation.facts')}>
        <div className={classes.fields}>
          {!document && (
            <UploadFile
              kind="document"
              file={file}
              onFile={take}
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
        {deletes}
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
        most={MAX_DOCUMENT_MODELS}
      />
    </>
  );
}
