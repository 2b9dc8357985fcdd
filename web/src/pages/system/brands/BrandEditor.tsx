// Form of a brand with its preview, saved as a whole; exported to a file and filled from one.

import { Button, FileButton } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useChange } from '../../../api/useCall.ts';
import { saveFile } from '../../../components/csv.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Form, FormFailure } from '../../../components/form/Form.tsx';
import { useFormFrame } from '../../../components/form/useFormFrame.ts';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { links } from '../../../links.ts';
import { formBar } from '../../../ui/barRef.ts';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import { toastDone, toastFailed } from '../../../ui/toast.tsx';
import { BrandGroups } from './BrandGroups.tsx';
import { BrandPreview } from './BrandPreview.tsx';
import { BRAND_FILE_BYTES, brandFileText, bytesOfDataUrl, dataUrlOf, readBrandFile } from './brandFile.ts';
import { type BrandDetail, type BrandForm, formOf, REFUSED_AT, rules, SCHEMES } from './brandForm.ts';
import classes from './brands.module.css';
import { hasOwnMark, type MarkChanges, shownMarks } from './marks.ts';

const NONE: MarkChanges = {};

export function BrandEditor({ id }: { id: number }) {
  const { t } = useTranslation();
  const detail = useCall('brand/detail', { id }, { staleMs: 0 });
  // The version is part of the key: the form starts again from what was saved.
  if (detail.data) return <BrandFormPage key={detail.data.version} brand={detail.data} />;
  return (
    <>
      <PageHeader title={t('brands.title')} />
      <Card>
        {detail.error ? (
          <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
        ) : (
          <RowSkeletons rows={10} height={56} />
        )}
      </Card>
    </>
  );
}

function BrandFormPage({ brand }: { brand: BrandDetail }) {
  const { t } = useTranslation();
  const [changes, setChanges] = useState<MarkChanges>(NONE);
  const save = useSave(brand, changes, setChanges);
  const frame = useFormFrame<BrandForm>({ start: formOf(brand), rules, refusedAt: REFUSED_AT, send: save });
  const [imported, setImported] = useState<{ file: string; wrong?: string } | null>(null);
  const { isDirty, isSubmitting } = frame.form.formState;
  const hasMarkChanges = changes !== NONE;
  const marks = shownMarks(brand, changes);

  async function importFile(file: File | null): Promise<void> {
    if (!file) return;
    const read = file.size > BRAND_FILE_BYTES ? ({ wrong: 'file' } as const) : readBrandFile(await file.text());
    if ('wrong' in read) {
      const wrong = read.wrong === 'file' ? t('brands.notABrandFile') : wrongField(read.wrong);
      return setImported({ file: file.name, wrong });
    }
    // Only the default brand has the phone app.
    const app = brand.id === 0 ? {} : { appStoreUrl: brand.appStoreUrl, playStoreUrl: brand.playStoreUrl };
    const { hosts } = frame.form.getValues();
    frame.form.reset({ ...read.fields, ...app, hosts }, { keepDefaultValues: true });
    const { light = null, dark = null } = read.marks;
    setChanges({
      ...(light !== null || brand.uploaded.light ? { light } : {}),
      ...(dark !== null || brand.uploaded.dark ? { dark } : {}),
    });
    setImported({ file: file.name });
    void frame.form.trigger();
  }
  const wrongField = (field: Exclude<keyof BrandForm, 'hosts'> | 'marks') =>
    t('brands.wrongField', { field: t(`brands.fields.${field}`) });

  return (
    <Form frame={frame} guard="lost" hasOtherChanges={hasMarkChanges && !isSubmitting}>
      <PageHeader
        title={brand.name}
        facts={
          <>
            <Link {...links.brands()}>{t('brands.all')}</Link>
            <span>{brand.url}</span>
          </>
        }
        isCompact
      >
        <FileButton accept="application/json,.json" onChange={(file) => void importFile(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}>
              {t('brands.import')}
            </Button>
          )}
        </FileButton>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          onClick={() => void exportBrand(brand).catch(() => toastFailed(t('brands.notExported')))}
        >
          {t('brands.export')}
        </Button>
      </PageHeader>
      <div className={classes.editor}>
        <div className={classes.groups}>
          {imported &&
            (imported.wrong === undefined ? (
              <Notice kind="info">{t('brands.imported', { file: imported.file })}</Notice>
            ) : (
              <Notice kind="error">{t('brands.notImported', { file: imported.file, reason: imported.wrong })}</Notice>
            ))}
          <BrandGroups
            brand={brand}
            marks={marks}
            isOwn={(scheme) => hasOwnMark(brand, changes, scheme)}
            icon={changes.light === undefined ? brand.marks.icon180 : marks.light}
            onMark={(scheme, mark) => setChanges({ ...changes, [scheme]: mark })}
          />
          <div ref={formBar} className={classes.save}>
            <FormFailure failure={frame.failure} />
            <Button type="submit" disabled={!isDirty && !hasMarkChanges} loading={isSubmitting}>
              {t('common.save')}
            </Button>
          </div>
        </div>
        <BrandPreview marks={marks} fallback={{ light: brand.accentLight, dark: brand.accentDark }} />
      </div>
    </Form>
  );
}

/** Returns a function that saves the fields, then the changed marks. */
function useSave(brand: BrandDetail, changes: MarkChanges, setChanges: (changes: MarkChanges) => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const update = useChange('brand/update');
  const upload = useChange('brand/mark');
  const remove = useChange('brand/removeMark');
  /** Grows with the fields; a mark that is refused after them is sent again with the new version. */
  const version = useRef(brand.version);
  return async (form: BrandForm) => {
    const { id } = brand;
    ({ version: version.current } = await update.mutateAsync({ ...form, id, version: version.current }));
    let left = changes;
    for (const scheme of SCHEMES) {
      const mark = changes[scheme];
      if (mark === undefined) continue;
      if (mark !== null) await upload.mutateAsync({ id, scheme, picture: bytesOfDataUrl(mark) });
      else if (brand.uploaded[scheme]) await remove.mutateAsync({ id, scheme });
      left = { ...left, [scheme]: undefined };
      setChanges(left);
    }
    setChanges(NONE);
    toastDone(t('saved.saved'));
    await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).startsWith('brand/') });
  };
}

/** Downloads the brand as it is stored. */
async function exportBrand(brand: BrandDetail): Promise<void> {
  const dataUrl = async (address: string) => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return await dataUrlOf(await answer.blob());
  };
  const { light, dark } = brand.marks;
  const marks = { light: await dataUrl(light), ...(dark === light ? {} : { dark: await dataUrl(dark) }) };
  const content = new Blob([brandFileText(formOf(brand), marks)], { type: 'application/json' });
  saveFile(content, `${brand.code}.brand.json`);
}
