import { useState, type FormEvent } from 'react';
import { useFirstFocus } from '../useFirstFocus.ts';

export type SixDigits = {
  /** Answers with the code; the form stays busy afterwards, because it is left. */
  send: (digits: string) => Promise<unknown>;
  /** What stands below the field, and whether the code is typed anew; null where the failure is told elsewhere. */
  explain: (failure: unknown) => { error: string; retype: boolean } | null;
};

/** The entry of a six-digit code: it goes off with its sixth digit or by the button, one at a time. */
export function useSixDigits({ send, explain }: SixDigits) {
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const ref = useFirstFocus<HTMLInputElement>();

  const go = async (digits: string) => {
    if (busy) return;
    if (digits.length !== 6) return setError('Please enter the six-digit code.');
    setBusy(true);
    setError(undefined);
    try {
      await send(digits);
    } catch (failure) {
      setBusy(false);
      const told = explain(failure);
      if (!told) return;
      setError(told.error);
      if (told.retype) setValue('');
      ref.current?.focus();
    }
  };
  return {
    busy,
    /** Nothing more is sent: the form is being left for another reason. */
    hold: () => setBusy(true),
    submit: (event: FormEvent) => {
      event.preventDefault();
      void go(value);
    },
    field: {
      ref,
      value,
      error,
      onChange: (digits: string) => {
        setValue(digits);
        if (digits) setError(undefined);
        if (digits.length === 6 && digits !== value) void go(digits);
      },
    },
  };
}
