// One document with its versions, or a new one.
import { IconFileText } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { NotFound } from '../../components/NotFound.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { DeleteOne } from './DeleteOne.tsx';
import { DocumentEditor } from './documents/DocumentEditor.tsx';
import { DocumentFacts, DocumentVersions } from './documents/DocumentFacts.tsx';
import type { DocumentDetail } from './documents/documentForm.ts';
import classes from './documents/documents.module.css';
import { OneOf } from './OneOf.tsx';
import { GoOn } from './upload/GoOn.tsx';

const LISTS = ['configuration/documentation/list', 'product/list'] as const;

function NoSuchDocument() {
  const { t } = useTranslation();
  return (
    <NotFound
      title={t('documentation.document')}
      icon={<IconFileText size={22} stroke={1.75} aria-hidden />}
      what={t('documentation.noSuch')}
      text={t('documentation.noSuchText')}
      to={links.documentation()}
      toLabel={t('documentation.toList')}
    />
  );
}

/** `isNext`: a next version of it is brought in. */
function Known({ id, isNext }: { id: number; isNext: boolean }) {
  const { t } = useTranslation();
  const detail = useCall('configuration/documentation/detail', { id }, { staleMs: 0 });
  return (
    <OneOf detail={detail} title={t('documentation.document')} missing="documentNotFound" none={<NoSuchDocument />}>
      {({ document, versions }) => {
        if (isNext) return <NextVersion document={document} />;
        const { title, isComing, rights } = document;
        const other = versions.find((one) => one.id !== id);
        const deletes = rights.update && (
          <DeleteOne
            call="configuration/documentation/del"
            id={id}
            shows={LISTS}
            title={t('documentation.deleteTitle', { title })}
            text={t(other ? 'documentation.deleteVersion' : 'documentation.deleteText')}
            done={t('documentation.deleted', { title })}
            next={other ? links.document(other.id) : links.documentation()}
          />
        );
        return (
          <>
            <PageHeader title={title} />
            <div className={classes.stack}>
              <DocumentFacts document={document} deletes={isComing ? deletes : null} />
              {isComing && <GoOn kind="document" of={document} onDone={() => void detail.refetch()} />}
              {versions.length > 0 && <DocumentVersions document={document} versions={versions} />}
              {rights.update && !isComing && (
                <DocumentEditor key={document.revision} document={document} deletes={deletes} />
              )}
            </div>
          </>
        );
      }}
    </OneOf>
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
      <DocumentEditor before={document} />
    </>
  );
}

/** What an address says that is no number is left out. */
const numberOf = (given: unknown): number | undefined => (Number.isInteger(given) ? Number(given) : undefined);

function New({ model }: { model: number | undefined }) {
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
  const known = id ?? replaces;
  if (known !== undefined)
    return <Known key={`${known} ${replaces}`} id={known} isNext={id === undefined && mayChange} />;
  return mayChange ? <New model={model} /> : <NoSuchDocument />;
}
