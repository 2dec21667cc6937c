import { Modal, type ModalProps } from '@mantine/core';
import { useFocusReturn } from './focus-return.ts';

/** A dialog of a page; the focus returns to what opened it. */
export function Dialog(props: ModalProps) {
  useFocusReturn(props.opened);
  return <Modal returnFocus={false} {...props} />;
}
