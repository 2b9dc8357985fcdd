// What would change, each value with what it is now where one device is told.
import { useTranslation } from 'react-i18next';
import classes from './parameters.module.css';

interface Props {
  caption: string;
  /** Over the names. */
  nameTitle: string;
  /** `now` is of every row or of none. */
  rows: readonly { key: string; name: string; now?: string; next: string }[];
}

export function ReviewTable({ caption, nameTitle, rows }: Props) {
  const { t } = useTranslation();
  const hasNow = rows.some(({ now }) => now !== undefined);
  return (
    <table className={`${classes.review} num`}>
      <caption className="visuallyHidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{nameTitle}</th>
          {hasNow && <th scope="col">{t('parameters.now')}</th>}
          <th scope="col">{t('parameters.then')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, now, next }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {hasNow && <td>{now}</td>}
            <td>
              <strong>{next}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
