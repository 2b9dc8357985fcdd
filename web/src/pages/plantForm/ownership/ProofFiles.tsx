// Field for up to three files of proof: pictures or PDFs.
import { PROOF_BYTES } from '@heliograph/contract/limits.ts';
import { ActionIcon, Button, FileButton, Group } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const MAX_FILES = 3;
export const MEGABYTES = PROOF_BYTES / 1_048_576;

export const isTooLarge = (files: readonly File[]) => files.some(({ size }) => size > PROOF_BYTES);

/** Reads the files into the fields of a request. */
export async function proofsOf(files: readonly File[]) {
  const [proof, proof2, proof3] = await Promise.all(
    files.map(async (file) => new Uint8Array(await file.arrayBuffer())),
  );
  return { ...(proof && { proof }), ...(proof2 && { proof2 }), ...(proof3 && { proof3 }) };
}

interface Props {
  files: readonly File[];
  onChange: (files: File[]) => void;
  text: string;
}

export function ProofFiles({ files, onChange, text }: Props) {
  const { t } = useTranslation();
  return (
    <div>
      {files.map((file, index) => (
        <Group key={`${file.name} ${file.lastModified}`} gap="xs">
          <span>{file.name}</span>
          <ActionIcon
            size={32}
            aria-label={t('ownership.removeFile', { name: file.name })}
            onClick={() => onChange(files.filter((_, other) => other !== index))}
          >
            <IconTrash size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {files.length < MAX_FILES && (
        <FileButton
          multiple
          accept="image/png,image/jpeg,image/webp,application/pdf"
          onChange={(chosen) => onChange([...files, ...chosen].slice(0, MAX_FILES))}
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}>
              {t('ownership.addProof')}
            </Button>
          )}
        </FileButton>
      )}
      <p className="muted">{text}</p>
    </div>
  );
}
