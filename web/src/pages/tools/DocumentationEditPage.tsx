// A document with its versions, or a new one.
import { IconFileText } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { NotFound } from '../../components/NotFound.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { DeleteButton } from './DeleteButton.tsx';
import { DetailView } from './DetailView.tsx';
import { DocumentEditor } from './documents/DocumentEditor.tsx';
import { DocumentFacts, DocumentVersions } from './documents/DocumentFacts.tsx';
import type { DocumentDetail } from './documents/documentForm.ts';
import classes from './documents/documents.module.css';
import { ResumeUpload } from './upload/ResumeUpload.tsx';

const LISTS = ['configuration/documentation/list', 'product/list'] as const;

function NoSuchDocument() {
  const { t } = useTranslation();
  return (
    <NotFound
      title={t('documentation.document')}
      icon={<IconFileText size={22} stroke={1.75} aria-hidden />}
      heading={t('documentation.noSuch')}
      text={t('documentation.noSuchText')}
      to={links.documentation()}
      toLabel={t('documentation.toList')}
    />
  );
}

/** An existing document; `isNext` shows the form of its next version. */
function ExistingDocument({ id, isNext }: { id: number; isNext: boolean }) {
  const { t } = useTranslation();
  const detail = useCall('configuration/documentation/detail', { id }, { staleMs: 0 });
  return (
    <DetailView
      detail={detail}
      title={t('documentation.document')}
      missing="documentNotFound"
      notFound={<NoSuchDocument />}
    >
      {({ document, versions }) => {
        if (isNext) return <NextVersion document={document} />;
        const { title, isComing, rights } = document;
        const otherVersion = versions.find((one) => one.id !== id);
        const deleteButton = rights.update && (
          <DeleteButton
            call="configuration/documentation/del"
            id={id}
            invalidates={LISTS}
            title={t('documentation.deleteTitle', { title })}
            text={t(otherVersion ? 'documentation.deleteVersion' : 'documentation.deleteText')}
            done={t('documentation.deleted', { title })}
            next={otherVersion ? links.document(otherVersion.id) : links.documentation()}
          />
        );
        return (
          <>
            <PageHeader title={title} />
            <div className={classes.stack}>
              <DocumentFacts document={document} deleteButton={isComing ? deleteButton : null} />
              {isComing && <ResumeUpload kind="document" of={document} onDone={() => void detail.refetch()} />}
              {versions.length > 0 && <DocumentVersions document={document} versions={versions} />}
              {rights.update && !isComing && (
                <DocumentEditor key={document.revision} document={document} deleteButton={deleteButton} />
              )}
            </div>
          </>
        );
      }}
    </DetailView>
  );
}

function NextVersion({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader
        title={t('documentation.nextVersionOf', { title: document.title })}
        backTo={links.document(document.id)}
      />
      <DocumentEditor previous={document} />
    </>
  );
}

/** Drops search parameters that are no integers. */
const numberOf = (given: unknown): number | undefined => (Number.isInteger(given) ? Number(given) : undefined);

function NewDocument({ model }: { model: number | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('documentation.new')} />
      <DocumentEditor model={model} />
    </>
  );
}

export default function DocumentationEditPage() {
  const search = useSearch({ from: '/signedIn/documentation/edit' });
  const [id, replaces, model] = [search.id, search.replaces, search.model].map(numberOf);
  const mayChange = usePermission('DocumentChange');
  const existingId = id ?? replaces;
  if (existingId !== undefined)
    return (
      <ExistingDocument key={`${existingId} ${replaces}`} id={existingId} isNext={id === undefined && mayChange} />
    );
  return mayChange ? <NewDocument model={model} /> : <NoSuchDocument />;
}
