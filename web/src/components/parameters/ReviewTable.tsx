// Preview of changes, with the current values when only one device is changed.
import { useTranslation } from 'react-i18next';
import classes from './parameters.module.css';

interface Props {
  caption: string;
  /** Header of the column of names. */
  nameTitle: string;
  /** Either all rows have `now` or none. */
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
