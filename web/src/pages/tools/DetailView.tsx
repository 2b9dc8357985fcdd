// Detail page of one object: its content once loaded, else a placeholder, an error, or the not-found view.
import { ERROR_CODES, type ErrorName } from '@heliograph/contract/errors.ts';

import type { ReactNode } from 'react';
import { ApiError } from '../../api/failures.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Card } from '../../ui/Card.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import classes from './documents/documents.module.css';

interface Props<Answer> {
  detail: { data: Answer | undefined; error: Error | null; refetch: () => Promise<unknown> };
  /** Title while loading. */
  title: string;
  /** Error that means the object does not exist. */
  missing: ErrorName;
  notFound: ReactNode;
  children: (answer: Answer) => ReactNode;
}

export function DetailView<Answer>({ detail, title, missing, notFound, children }: Props<Answer>) {
  const { data, error } = detail;
  if (error instanceof ApiError && error.code === ERROR_CODES[missing]) return notFound;
  if (error && !data) return <ErrorState error={error} onRetry={() => void detail.refetch()} />;
  if (data) return children(data);
  return (
    <>
      <PageHeader title={title} />
      <div className={classes.stack}>
        <Card>
          <RowSkeletons rows={6} height={56} />
        </Card>
      </div>
    </>
  );
}
