// Shown in place of an item that was deleted, is not accessible, or never existed: the server does not distinguish them.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Destination } from '../links.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader } from './PageHeader.tsx';

interface Props {
  /** Title of the page. */
  title: string;
  icon: ReactNode;
  heading: string;
  text: string;
  /** Link to the list of items. */
  to: Destination;
  toLabel: string;
}

export function NotFound({ title, icon, heading, text, to, toLabel }: Props) {
  return (
    <>
      <PageHeader title={title} />
      <Card flush>
        <EmptyState
          icon={icon}
          title={heading}
          text={text}
          action={<Button renderRoot={(props) => <Link {...props} {...to} />}>{toLabel}</Button>}
        />
      </Card>
    </>
  );
}
