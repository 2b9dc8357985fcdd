// Instead of what a device does now, as long as it has said nothing: that it never did stands above.
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
