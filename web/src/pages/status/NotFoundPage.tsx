// 404: page not found.
import { useTranslation } from 'react-i18next';
import { HomeButton } from './HomeButton.tsx';
import { StatusMessage } from './StatusFrame.tsx';

export default function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <StatusMessage
      code="404"
      title={t('statusPages.notFoundTitle')}
      text={t('statusPages.notFoundText')}
      action={<HomeButton />}
    />
  );
}
