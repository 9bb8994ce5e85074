import { Textarea } from '@mantine/core';
import type { ComponentProps } from 'react';
import { reasonLength } from '../rules.ts';

type ReasonFieldProps = Pick<ComponentProps<typeof Textarea>, 'description' | 'rows' | 'value' | 'error'> & {
  onChange: ComponentProps<typeof Textarea>['onChange'];
  'data-autofocus'?: boolean;
};

/** Why staff do something to a customer. */
export const ReasonField = (field: ReasonFieldProps) => (
  <Textarea label="Reason" maxLength={reasonLength.max} required {...field} />
);

/** Says at the button what went wrong. */
export const Failure = ({ children }: { children: string | null }) =>
  children && (
    <p className="text-danger mt-3" role="alert">
      {children}
    </p>
  );

/** Dialogs of the desk give the focus back, and have a cross by another name than their button. */
export const deskModal = {
  returnFocus: true,
  closeOnClickOutside: true,
  closeButtonProps: { 'aria-label': 'Dismiss' },
};
