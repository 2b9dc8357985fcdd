// Placeholder for the live values of a device that never reported; the header states that it never did.
import { useTranslation } from 'react-i18next';
import detailClasses from '../../components/plant/plant.module.css';
import { Card } from '../../ui/Card.tsx';

export function NeverReported() {
  const { t } = useTranslation();
  return (
    <Card className={detailClasses.wide}>
      <p className={detailClasses.hint}>{t('device.valuesToCome')}</p>
    </Card>
  );
}
