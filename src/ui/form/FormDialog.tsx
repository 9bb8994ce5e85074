import { Button, Modal, type ModalProps } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { FormError } from './FormError.tsx';

type DialogFormProps = {
  /** Props of the form, among them what sends it. */
  form: ComponentPropsWithRef<'form'>;
  /** Something is under way: it can be neither sent nor left. */
  busy: boolean;
  /** Above the error. */
  lead?: ReactNode;
  error?: ReactNode;
  submit: ReactNode;
  /** Nothing to send yet. */
  disabled?: boolean;
  danger?: boolean;
  onClose: () => void;
  className?: string;
  /** Class of the row of buttons. */
  actions: string | undefined;
  children: ReactNode;
};

/** A form in a dialog, with its buttons. */
export const DialogForm = ({
  form,
  busy,
  lead,
  error,
  submit,
  disabled,
  danger,
  onClose,
  className,
  actions,
  children,
}: DialogFormProps) => (
  <form noValidate className={className} {...form}>
    {lead}
    <FormError>{error}</FormError>
    {children}
    <div className={actions}>
      <Button variant="default" onClick={onClose} disabled={busy}>
        Cancel
      </Button>
      <Button type="submit" loading={busy} disabled={disabled} color={danger ? 'red' : undefined}>
        {submit}
      </Button>
    </div>
  </form>
);

/** What a dialog with a form needs: a slip beside it loses nothing that was typed. */
export const formModal = (busy: boolean, onClose: () => void) =>
  ({
    opened: true,
    onClose: busy ? () => {} : onClose,
    returnFocus: false,
    closeOnClickOutside: false,
  }) satisfies ModalProps;

export type FormDialogProps = DialogFormProps & {
  title: ReactNode;
  modal?: Partial<ModalProps>;
  size: number;
};

/** A dialog that is a form. */
export const FormDialog = ({ title, size, modal, ...form }: FormDialogProps) => (
  <Modal {...formModal(form.busy, form.onClose)} title={title} size={size} {...modal}>
    <DialogForm {...form} />
  </Modal>
);
