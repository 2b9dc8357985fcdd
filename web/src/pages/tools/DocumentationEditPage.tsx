// One document with its versions, or a new one.
import { REFUSALS } from '@heliograph/contract/errors.ts';
import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf, Refused } from '../../api/failures.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { RowBones } from '../../ui/Bones.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { toastDone } from '../../ui/toast.tsx';
import { DocumentEditor } from './documents/DocumentEditor.tsx';
import { DocumentFacts, DocumentVersions } from './documents/DocumentFacts.tsx';
import classes from './documents/documents.module.css';

const SHOWS = ['configuration/documentation/list', 'configuration/documentation/detail', 'product/list'] as const;

function NoSuchDocument() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('documentation.document')} backTo={links.documentation()} />
      <Card flush>
        <EmptyState
          icon={<IconFileText size={22} stroke={1.75} aria-hidden />}
          title={t('documentation.noSuch')}
          text={t('documentation.noSuchText')}
          action={
            <Button renderRoot={(props) => <Link {...props} {...links.documentation()} />}>
              {t('documentation.toList')}
            </Button>
          }
        />
      </Card>
    </>
  );
}

/** `isNext`: a next version of it is brought in. */
function Known({ id, isNext }: { id: number; isNext: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const detail = useCall('configuration/documentation/detail', { id }, { staleMs: 0 });
  const del = useChange('configuration/documentation/del', SHOWS);
  const [isAsking, setAsking] = useState(false);
  const { data, error } = detail;
  if (error instanceof Refused && error.code === REFUSALS.noSuchDocument) return <NoSuchDocument />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void detail.refetch()} />;
  if (!data)
    return (
      <>
        <PageHeader title={t('documentation.document')} backTo={links.documentation()} />
        <Card>
          <RowBones rows={6} height={56} />
        </Card>
      </>
    );
  const { document, versions } = data;
  if (isNext)
    return (
      <>
        <PageHeader
          title={t('documentation.nextVersionOf', { title: document.title })}
          backTo={links.document(document.id)}
        />
        <DocumentEditor before={document} />
      </>
    );
  const others = versions.filter((one) => one.id !== id);
  const remove = () =>
    del.mutate(
      { id },
      {
        onSuccess: () => {
          toastDone(t('documentation.deleted', { title: document.title }));
          const next = others[0] ? links.document(others[0].id) : links.documentation();
          void navigate({ ...next, replace: true });
          setAsking(false);
        },
      },
    );
  return (
    <>
      <PageHeader title={document.title} backTo={links.documentation()} />
      <div className={classes.stack}>
        <DocumentFacts document={document} />
        <DocumentVersions document={document} versions={versions} />
        {document.rights.update && (
          <DocumentEditor key={document.revision} document={document} onDelete={() => setAsking(true)} />
        )}
      </div>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => {
          setAsking(false);
          del.reset();
        }}
        onConfirm={remove}
        title={t('documentation.deleteTitle', { title: document.title })}
        text={t(others.length > 0 ? 'documentation.deleteVersion' : 'documentation.deleteText')}
        isBusy={del.isPending}
        error={del.error ? messageOf(del.error, t) : null}
      />
    </>
  );
}

/** What an address says that is no number is left out. */
const numberOf = (given: unknown): number | undefined => (Number.isInteger(given) ? Number(given) : undefined);

function New({ model }: { model: number | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('documentation.new')} backTo={links.documentation()} />
      <DocumentEditor model={model} />
    </>
  );
}

export default function DocumentationEditPage() {
  const search = useSearch({ from: '/signedIn/documentation/edit' });
  const [id, replaces, model] = [search.id, search.replaces, search.model].map(numberOf);
  const mayChange = usePermission('DocumentChange');
  const known = id ?? replaces;
  if (known !== undefined)
    return <Known key={`${known} ${replaces}`} id={known} isNext={id === undefined && mayChange} />;
  return mayChange ? <New model={model} /> : <NoSuchDocument />;
}
