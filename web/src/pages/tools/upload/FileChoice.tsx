// File field of a form: selection, name with size, and the error of a file that is too large.
import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import classes from '../../../components/files/files.module.css';
import { sizeOf } from '../../../components/files/fileTexts.ts';
import { Notice } from '../../../ui/Notice.tsx';

interface Props {
  file: File | null;
  /** Label of the button, such as "Choose a file". */
  label: string;
  /** Description of the accepted files. */
  text: string;
  /** `accept` attribute, such as ".pdf,.docx"; undefined accepts all files. */
  accept?: string;
  failure?: string | undefined;
  onFile: (file: File) => void;
}

export function FileChoice({ file, label, text, accept, failure, onFile }: Props) {
  return (
    <div className={classes.choice}>
      <div className={classes.chosen}>
        <FileButton {...(accept ? { accept } : {})} onChange={(chosen) => chosen && onFile(chosen)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}>
              {label}
            </Button>
          )}
        </FileButton>
        {file && (
          <span className={classes.chosenName}>
            {file.name} <span className="muted">{sizeOf(file.size)}</span>
          </span>
        )}
      </div>
      <p className="muted">{text}</p>
      {failure && <Notice kind="error">{failure}</Notice>}
    </div>
  );
}
