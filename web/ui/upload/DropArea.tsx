import { Button, FileButton, Group, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './Upload.module.css';

interface DropAreaProps {
  /** Endings of file names and media types, separated by commas. */
  accept: string;
  /** Null where the choice was cancelled. */
  onFile: (file: File | null) => void;
  /** A file is being read. */
  busy?: boolean;
  /** Another button of the form is the main one. */
  isSecond?: boolean;
}

/** Where a file is chosen or dropped. */
export function DropArea({ accept, onFile, busy, isSecond }: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file && !busy) onFile(file);
      }}
    >
      <Group justify="center">
        <FileButton accept={accept} onChange={onFile}>
          {(props) => (
            <Button
              {...props}
              data-autofocus
              variant={isSecond ? 'default' : 'filled'}
              loading={busy}
              leftSection={<IconUpload size={16} aria-hidden="true" />}
            >
              Choose a file
            </Button>
          )}
        </FileButton>
        <Text className={classes.orDrop}>or drop it here</Text>
      </Group>
    </div>
  );
}
